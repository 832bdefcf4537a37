// GEMM prototype: out[M][N] = A[M][K] * B[K][N], fp16, fp32 sums; clusters CP x CQ with multicast.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cmath>
#define CK(x) do{auto e_=(x); if(e_){printf("err %d line %d\n",(int)e_,__LINE__);exit(1);}}while(0)
typedef unsigned u32; typedef unsigned long long u64;
__device__ inline u32 sm(const void*p){return (u32)__cvta_generic_to_shared(p);}
__device__ inline void mbinit(u32 b,u32 c){asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"::"r"(b),"r"(c));}
__device__ inline void mbwait(u32 b,u32 ph){u32 ok=0; long n=0; while(!ok){asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0,1,0,p;}":"=r"(ok):"r"(b),"r"(ph):"memory"); }}
__device__ inline void mbexpect(u32 b,u32 n){asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"::"r"(b),"r"(n):"memory");}
__device__ inline void arrive_at(u32 b,u32 cta){asm volatile("{.reg .b32 r; mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [r];}"::"r"(b),"r"(cta):"memory");}
__device__ inline void tma(u32 dst,const CUtensorMap*m,int x,int y,u32 bar,unsigned short mask,bool mc){
 if(mc) asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1,{%2,%3}], [%4], %5;"::"r"(dst),"l"(m),"r"(x),"r"(y),"r"(bar),"h"(mask):"memory");
 else asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1,{%2,%3}], [%4];"::"r"(dst),"l"(m),"r"(x),"r"(y),"r"(bar):"memory");}
__device__ inline bool elect(){u32 p; asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0,1,0,p;}":"=r"(p)); return p;}
__device__ inline u64 desc(u32 a,u32 lbo,u32 sbo){return (u64)((a&0x3ffff)>>4)|((u64)(lbo>>4)<<16)|((u64)(sbo>>4)<<32)|(1ull<<62);}
template<int N,int TA,int TB> struct W;
template<int TA,int TB> struct W<48,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %28, 0; wgmma.mma_async.sync.aligned.m64n48k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23}, %24, %25, p, 1, 1, %26, %27;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<64,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %36, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, p, 1, 1, %34, %35;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<80,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %44, 0; wgmma.mma_async.sync.aligned.m64n80k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39}, %40, %41, p, 1, 1, %42, %43;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<88,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %48, 0; wgmma.mma_async.sync.aligned.m64n88k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43}, %44, %45, p, 1, 1, %46, %47;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<96,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %52, 0; wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47}, %48, %49, p, 1, 1, %50, %51;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<128,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %68, 0; wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}, %64, %65, p, 1, 1, %66, %67;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]),"+f"(c[48]),"+f"(c[49]),"+f"(c[50]),"+f"(c[51]),"+f"(c[52]),"+f"(c[53]),"+f"(c[54]),"+f"(c[55]),"+f"(c[56]),"+f"(c[57]),"+f"(c[58]),"+f"(c[59]),"+f"(c[60]),"+f"(c[61]),"+f"(c[62]),"+f"(c[63]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<160,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %84, 0; wgmma.mma_async.sync.aligned.m64n160k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79}, %80, %81, p, 1, 1, %82, %83;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]),"+f"(c[48]),"+f"(c[49]),"+f"(c[50]),"+f"(c[51]),"+f"(c[52]),"+f"(c[53]),"+f"(c[54]),"+f"(c[55]),"+f"(c[56]),"+f"(c[57]),"+f"(c[58]),"+f"(c[59]),"+f"(c[60]),"+f"(c[61]),"+f"(c[62]),"+f"(c[63]),"+f"(c[64]),"+f"(c[65]),"+f"(c[66]),"+f"(c[67]),"+f"(c[68]),"+f"(c[69]),"+f"(c[70]),"+f"(c[71]),"+f"(c[72]),"+f"(c[73]),"+f"(c[74]),"+f"(c[75]),"+f"(c[76]),"+f"(c[77]),"+f"(c[78]),"+f"(c[79]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<176,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %92, 0; wgmma.mma_async.sync.aligned.m64n176k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87}, %88, %89, p, 1, 1, %90, %91;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]),"+f"(c[48]),"+f"(c[49]),"+f"(c[50]),"+f"(c[51]),"+f"(c[52]),"+f"(c[53]),"+f"(c[54]),"+f"(c[55]),"+f"(c[56]),"+f"(c[57]),"+f"(c[58]),"+f"(c[59]),"+f"(c[60]),"+f"(c[61]),"+f"(c[62]),"+f"(c[63]),"+f"(c[64]),"+f"(c[65]),"+f"(c[66]),"+f"(c[67]),"+f"(c[68]),"+f"(c[69]),"+f"(c[70]),"+f"(c[71]),"+f"(c[72]),"+f"(c[73]),"+f"(c[74]),"+f"(c[75]),"+f"(c[76]),"+f"(c[77]),"+f"(c[78]),"+f"(c[79]),"+f"(c[80]),"+f"(c[81]),"+f"(c[82]),"+f"(c[83]),"+f"(c[84]),"+f"(c[85]),"+f"(c[86]),"+f"(c[87]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<192,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %100, 0; wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95}, %96, %97, p, 1, 1, %98, %99;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]),"+f"(c[48]),"+f"(c[49]),"+f"(c[50]),"+f"(c[51]),"+f"(c[52]),"+f"(c[53]),"+f"(c[54]),"+f"(c[55]),"+f"(c[56]),"+f"(c[57]),"+f"(c[58]),"+f"(c[59]),"+f"(c[60]),"+f"(c[61]),"+f"(c[62]),"+f"(c[63]),"+f"(c[64]),"+f"(c[65]),"+f"(c[66]),"+f"(c[67]),"+f"(c[68]),"+f"(c[69]),"+f"(c[70]),"+f"(c[71]),"+f"(c[72]),"+f"(c[73]),"+f"(c[74]),"+f"(c[75]),"+f"(c[76]),"+f"(c[77]),"+f"(c[78]),"+f"(c[79]),"+f"(c[80]),"+f"(c[81]),"+f"(c[82]),"+f"(c[83]),"+f"(c[84]),"+f"(c[85]),"+f"(c[86]),"+f"(c[87]),"+f"(c[88]),"+f"(c[89]),"+f"(c[90]),"+f"(c[91]),"+f"(c[92]),"+f"(c[93]),"+f"(c[94]),"+f"(c[95]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};
template<int TA,int TB> struct W<224,TA,TB>{__device__ static inline void go(float*c,u64 a,u64 b,int d){asm volatile("{.reg .pred p; setp.ne.b32 p, %116, 0; wgmma.mma_async.sync.aligned.m64n224k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111}, %112, %113, p, 1, 1, %114, %115;}":"+f"(c[0]),"+f"(c[1]),"+f"(c[2]),"+f"(c[3]),"+f"(c[4]),"+f"(c[5]),"+f"(c[6]),"+f"(c[7]),"+f"(c[8]),"+f"(c[9]),"+f"(c[10]),"+f"(c[11]),"+f"(c[12]),"+f"(c[13]),"+f"(c[14]),"+f"(c[15]),"+f"(c[16]),"+f"(c[17]),"+f"(c[18]),"+f"(c[19]),"+f"(c[20]),"+f"(c[21]),"+f"(c[22]),"+f"(c[23]),"+f"(c[24]),"+f"(c[25]),"+f"(c[26]),"+f"(c[27]),"+f"(c[28]),"+f"(c[29]),"+f"(c[30]),"+f"(c[31]),"+f"(c[32]),"+f"(c[33]),"+f"(c[34]),"+f"(c[35]),"+f"(c[36]),"+f"(c[37]),"+f"(c[38]),"+f"(c[39]),"+f"(c[40]),"+f"(c[41]),"+f"(c[42]),"+f"(c[43]),"+f"(c[44]),"+f"(c[45]),"+f"(c[46]),"+f"(c[47]),"+f"(c[48]),"+f"(c[49]),"+f"(c[50]),"+f"(c[51]),"+f"(c[52]),"+f"(c[53]),"+f"(c[54]),"+f"(c[55]),"+f"(c[56]),"+f"(c[57]),"+f"(c[58]),"+f"(c[59]),"+f"(c[60]),"+f"(c[61]),"+f"(c[62]),"+f"(c[63]),"+f"(c[64]),"+f"(c[65]),"+f"(c[66]),"+f"(c[67]),"+f"(c[68]),"+f"(c[69]),"+f"(c[70]),"+f"(c[71]),"+f"(c[72]),"+f"(c[73]),"+f"(c[74]),"+f"(c[75]),"+f"(c[76]),"+f"(c[77]),"+f"(c[78]),"+f"(c[79]),"+f"(c[80]),"+f"(c[81]),"+f"(c[82]),"+f"(c[83]),"+f"(c[84]),"+f"(c[85]),"+f"(c[86]),"+f"(c[87]),"+f"(c[88]),"+f"(c[89]),"+f"(c[90]),"+f"(c[91]),"+f"(c[92]),"+f"(c[93]),"+f"(c[94]),"+f"(c[95]),"+f"(c[96]),"+f"(c[97]),"+f"(c[98]),"+f"(c[99]),"+f"(c[100]),"+f"(c[101]),"+f"(c[102]),"+f"(c[103]),"+f"(c[104]),"+f"(c[105]),"+f"(c[106]),"+f"(c[107]),"+f"(c[108]),"+f"(c[109]),"+f"(c[110]),"+f"(c[111]):"l"(a),"l"(b),"n"(TA),"n"(TB),"r"(d));}};

// P: 64 rows a warpgroup; Q: TQ columns. PMN/QMN: 1 = MN-major in memory. TURNED: out[q][p].
template<int NWG,int TQ,int ST,int KS,int CP,int CQ,int PMN,int QMN,int TURNED,int MODE>
__global__ void __launch_bounds__(NWG*128+128,MODE>=10?MODE/10:1) gemm(const __grid_constant__ CUtensorMap mp,const __grid_constant__ CUtensorMap mq,__half*out,int P,int Q,int K,int ldo){
 constexpr int TP=NWG*64; constexpr int PB1=TP*128, PB=PB1*KS; constexpr int QG=(TQ+63)/64; constexpr int QB1=QMN?QG*8192:((TQ*128+1023)/1024*1024); constexpr int QB=QB1*KS;
 extern __shared__ char raw[]; u32 base=(sm(raw)+1023)&~1023u; u32 full=base+ST*(PB+QB), empty=full+8*ST;
 u32 rank; asm("mov.u32 %0, %%cluster_ctarank;":"=r"(rank));
 int cp=rank%CP, cq=rank/CP; // x = P, y = Q
 int p0=blockIdx.x*TP, q0=blockIdx.y*TQ; int steps=(K+64*KS-1)/(64*KS);
 if(threadIdx.x==0){for(int i=0;i<ST;i++){mbinit(full+8*i,1);mbinit(empty+8*i,MODE%10==1?NWG:NWG*(CP+CQ-1));} asm volatile("fence.mbarrier_init.release.cluster;");}
 if(CP*CQ>1) asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.acquire.aligned;":::"memory"); else __syncthreads();
 int warp=__shfl_sync(~0u,threadIdx.x/32,0); int wg=warp/4;
 if(wg==NWG){
  if(warp==NWG*4&&elect()){
   unsigned short mpk=0; for(int j=0;j<CQ;j++) mpk|=1<<(cp+j*CP); // same P
   unsigned short mqk=0; for(int j=0;j<CP;j++) mqk|=1<<(j+cq*CP); // same Q
   int i=0; u32 ph=1;
   for(int s=0;s<steps;s++){ mbwait(empty+8*i,ph);
    mbexpect(full+8*i,PB+KS*(QMN?QG*8192:TQ*128));
    #pragma unroll
    for(int h=0;h<KS;h++){
    u32 pd=base+i*(PB+QB)+h*PB1, qd=base+i*(PB+QB)+PB+h*QB1; int kk=s*64*KS+h*64;
    if(PMN){ constexpr int R=64/CQ; for(int g=0;g<NWG;g++) tma(pd+g*8192+cq*R*128,&mp,p0+g*64,kk+cq*R,full+8*i,mpk,CQ>1);}
    else { constexpr int R=TP/CQ; tma(pd+cq*R*128,&mp,kk,p0+cq*R,full+8*i,mpk,CQ>1);}
    if(QMN){ constexpr int R=64/CP; for(int g=0;g<QG;g++) tma(qd+g*8192+cp*R*128,&mq,q0+g*64,kk+cp*R,full+8*i,mqk,CP>1);}
    else { constexpr int R=TQ/CP; tma(qd+cp*R*128,&mq,kk,q0+cp*R,full+8*i,mqk,CP>1);}
    }
    if(++i==ST){i=0;ph^=1;}
   }
  }
 } else {
  float c[TQ/2]; int i=0; u32 ph=0; int back=0;
  #pragma unroll
  for(int j=0;j<TQ/2;j++) c[j]=0;
  int t0=threadIdx.x%128; u32 to=t0<CP?t0+cq*CP:cp+((t0-CP)+((t0-CP)>=cq))*CP;
  auto issue=[&](){ mbwait(full+8*i,ph);
   asm volatile("wgmma.fence.sync.aligned;":::"memory");
   #pragma unroll
   for(int h=0;h<KS;h++){ u32 pd=base+i*(PB+QB)+h*PB1+wg*8192, qd=base+i*(PB+QB)+PB+h*QB1;
   #pragma unroll
   for(int k=0;k<4;k++){ u64 a=PMN?desc(pd+k*2048,8192,1024):desc(pd+k*32,16,1024); u64 b=QMN?desc(qd+k*2048,8192,1024):desc(qd+k*32,16,1024); W<TQ,PMN,QMN>::go(c,a,b,1);}}
   asm volatile("wgmma.commit_group.sync.aligned;":::"memory"); back=i; if(++i==ST){i=0;ph^=1;} };
  issue();
  #pragma unroll 1
  for(int s=1;s<steps;s++){ int r=back; issue();
   asm volatile("wgmma.wait_group.sync.aligned 1;":::"memory");
   if(t0<CP+CQ-1){ if(CP*CQ>1) arrive_at(empty+8*r,to); else asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"::"r"(empty+8*r):"memory"); }
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;":::"memory");
  int t=threadIdx.x%128,w=t/32,l=t%32;
  if(!TURNED){ for(int j=0;j<TQ/8;j++) for(int h=0;h<2;h++){ int r=p0+wg*64+w*16+l/4+h*8, q=q0+j*8+(l%4)*2; if(r<P&&q<Q) *(__half2*)(out+(size_t)r*ldo+q)=__floats2half2_rn(c[j*4+h*2],c[j*4+h*2+1]); } }
  else { // through shared memory: [q][64 p] of this warpgroup, in the ring (all of it was read: barrier of warpgroups and cluster later)
   // pieces: transpose by stmatrix.trans into a private padded area behind the barriers
   u32 area=empty+8*ST+64; area=(area+127)&~127u; area+=wg*(TQ*144);
   for(int j=0;j<TQ/8;j+=2){ u32 x[4]; for(int h=0;h<4;h++){ __half2 v=__floats2half2_rn(c[(j+h/2)*4+(h%2)*2],c[(j+h/2)*4+(h%2)*2+1]); x[h]=*(u32*)&v; }
    // matrices: (p 0-7,q j), (p 8-15,q j), (p 0-7, q j+8), (p 8-15,q j+8); trans: rows become q
    int mi=l/8, r=l%8; int q=j*8+(mi/2)*8+r, p=w*16+(mi%2)*8;
    if((TQ/8)%2==0||j+1<TQ/8) asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1,%2,%3,%4};"::"r"(area+q*144+p*2),"r"(x[0]),"r"(x[1]),"r"(x[2]),"r"(x[3]):"memory");
    else asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};"::"r"(area+(j*8+r)*144+p*2),"r"(x[0]),"r"(x[1]):"memory"); }
   asm volatile("bar.sync %0, 128;"::"r"(wg+1):"memory");
   for(int e=t;e<TQ*8;e+=128){ int q=e/8,p=(e%8)*8; uint4 v; asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];":"=r"(v.x),"=r"(v.y),"=r"(v.z),"=r"(v.w):"r"(area+q*144+p*2)); if(q0+q<Q&&p0+wg*64+p<P) *(uint4*)(out+(size_t)(q0+q)*ldo+p0+wg*64+p)=v; }
  }
 }
 if(CP*CQ>1) asm volatile("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;":::"memory");
}
static CUtensorMap map(void*p,u64 inner,u64 outer,u32 bi,u32 bo){CUtensorMap m; cuuint64_t d[2]={inner,outer},s[1]={inner*2}; cuuint32_t b[2]={bi,bo},e[2]={1,1}; CK(cuTensorMapEncodeTiled(&m,CU_TENSOR_MAP_DATA_TYPE_FLOAT16,2,p,d,s,b,e,CU_TENSOR_MAP_INTERLEAVE_NONE,CU_TENSOR_MAP_SWIZZLE_128B,CU_TENSOR_MAP_L2_PROMOTION_L2_256B,CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)); return m;}
cublasHandle_t H; __half *A,*B,*O,*Ref; int M,N,K;
template<class F> float timeit(F f){ cudaEvent_t a,b; cudaEventCreate(&a);cudaEventCreate(&b); for(int i=0;i<5;i++) f(); std::vector<float> v; for(int r=0;r<7;r++){ cudaEventRecord(a); for(int i=0;i<40;i++) f(); cudaEventRecord(b); cudaEventSynchronize(b); float t; cudaEventElapsedTime(&t,a,b); v.push_back(t*1000/40);} std::sort(v.begin(),v.end()); return v[3]; }
template<int NWG,int TQ,int ST,int KS,int CP,int CQ,int T,int MODE=0> void run(float ref){
 constexpr int PMN=T,QMN=!T; int P=T?N:M,Q=T?M:N; constexpr int TP=NWG*64;
 CUtensorMap mp=PMN?map(B,N,K,64,MODE%10?64:64/CQ):map(A,K,M,64,MODE%10?TP:TP/CQ); CUtensorMap mq=QMN?map(B,N,K,64,MODE%10?64:64/CP):map(A,K,M,64,MODE%10?TQ:TQ/CP);
 constexpr int QB=QMN?(TQ+63)/64*8192:((TQ*128+1023)/1024*1024);
 int smem=1024+ST*KS*(TP*128+QB)+16*ST+256+(T?NWG*TQ*144:0); if(smem>227*1024){printf("  too much shared memory\n");return;}
 auto k=gemm<NWG,TQ,ST,KS,CP,CQ,PMN,QMN,T,MODE>; CK(cudaFuncSetAttribute(k,cudaFuncAttributeMaxDynamicSharedMemorySize,smem)); cudaFuncSetAttribute(k,cudaFuncAttributeNonPortableClusterSizeAllowed,1);
 int gp=(P+TP-1)/TP,gq=(Q+TQ-1)/TQ; gp=(gp+CP-1)/CP*CP; gq=(gq+CQ-1)/CQ*CQ;
 cudaLaunchConfig_t c={}; c.gridDim=dim3(gp,gq); c.blockDim=dim3(NWG*128+128); c.dynamicSmemBytes=smem; cudaLaunchAttribute at[2]; at[0].id=cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x=CP; at[0].val.clusterDim.y=CQ; at[0].val.clusterDim.z=1; c.attrs=at; c.numAttrs=1;
 int ncl=0; cudaOccupancyMaxActiveClusters(&ncl,k,&c);
 cudaMemset(O,0,2ull*M*N);
 auto f=[&]{cudaLaunchKernelEx(&c,k,mp,mq,O,P,Q,K,N);};
 f(); cudaError_t e=cudaDeviceSynchronize(); if(e){printf("fail %s\n",cudaGetErrorString(e));exit(1);}
 std::vector<__half> o((size_t)M*N),r((size_t)M*N); cudaMemcpy(o.data(),O,2ull*M*N,cudaMemcpyDeviceToHost); cudaMemcpy(r.data(),Ref,2ull*M*N,cudaMemcpyDeviceToHost);
 double worst=0; for(size_t i=0;i<o.size();i++) worst=std::max(worst,(double)fabsf(__half2float(o[i])-__half2float(r[i])));
 float t=timeit(f); printf("  %s P %d Q %d stages %d of %d cluster %dx%d mode %d grid %dx%d=%d (room %d): %.2f us  %.2f  diff %.3g\n",T?"turned":"plain ",TP,TQ,ST,KS*64,CP,CQ,MODE,gp,gq,gp*gq,ncl*CP*CQ,t,ref/t,worst);
}
void setup(int m,int n,int k){M=m;N=n;K=k; size_t sz=std::max({(size_t)M*K,(size_t)K*N,(size_t)M*N}); std::vector<__half> h(sz); auto fill=[&](__half*d,size_t n){for(size_t i=0;i<n;i++)h[i]=__float2half(((rand()%2001)-1000)/1000.f); cudaMemcpy(d,h.data(),2*n,cudaMemcpyHostToDevice);};
 CK(cudaMalloc(&A,2ull*M*K));CK(cudaMalloc(&B,2ull*K*N));CK(cudaMalloc(&O,2ull*M*N));CK(cudaMalloc(&Ref,2ull*M*N)); fill(A,(size_t)M*K);fill(B,(size_t)K*N);}
float blas(){float al=1,be=0; auto f=[&]{cublasGemmEx(H,CUBLAS_OP_N,CUBLAS_OP_N,N,M,K,&al,B,CUDA_R_16F,N,A,CUDA_R_16F,K,&be,Ref,CUDA_R_16F,N,CUBLAS_COMPUTE_32F,CUBLAS_GEMM_DEFAULT);}; float t=timeit(f); printf("%dx%dx%d cuBLAS %.2f us\n",M,N,K,t); return t;}
void done(){cudaFree(A);cudaFree(B);cudaFree(O);cudaFree(Ref);}

int main(){ setvbuf(stdout,0,_IONBF,0); cuInit(0); cudaSetDevice(0); CK(cublasCreate(&H)); void*ws; cudaMalloc(&ws,64<<20); cublasSetWorkspace(H,ws,64<<20);
 float r;
 setup(2176,192,6592); r=blas();
 run<1,64,13,1,1,1,0>(r); run<1,64,13,1,4,1,0>(r); run<1,64,13,1,2,1,0>(r); run<1,64,6,2,1,1,0>(r); run<1,64,6,2,4,1,0>(r); run<1,64,6,2,2,1,0>(r); run<1,64,12,1,1,4,1>(r); run<1,64,6,2,1,4,1>(r);
 done();
 setup(128,2944,5504); r=blas();
 run<1,64,13,1,1,1,0>(r); run<1,64,13,1,2,4,0>(r); run<1,64,13,1,2,2,0>(r); run<1,64,13,1,1,4,0>(r); run<1,64,6,2,1,1,0>(r); run<1,64,6,2,2,4,0>(r); run<1,64,6,2,2,2,0>(r); run<1,64,6,2,1,4,0>(r); run<1,64,6,2,4,2,1>(r); run<1,64,6,2,4,1,1>(r);
 done();
 setup(7616,80,4096); r=blas();
 run<1,80,9,1,1,1,0>(r); run<1,80,9,1,4,1,0>(r); run<1,80,4,2,1,1,0>(r); run<1,80,4,2,4,1,0>(r); run<1,80,4,2,2,1,0>(r);
 done();
 setup(7104,96,6912); r=blas();
 run<1,96,9,1,1,1,0>(r); run<1,96,9,1,4,1,0>(r); run<1,96,4,2,1,1,0>(r); run<1,96,4,2,4,1,0>(r); run<1,96,4,2,2,1,0>(r);
 done();
 setup(80,4608,5120); r=blas();
 run<1,80,10,1,1,1,1>(r); run<1,80,10,1,2,1,1>(r); run<1,80,5,2,1,1,1>(r); run<1,96,8,1,4,1,1>(r); run<1,96,4,2,4,1,1>(r);
 done();
 setup(3456,48,3200); r=blas();
 run<1,48,13,1,1,1,0>(r); run<1,48,13,1,4,1,0>(r); run<1,48,6,2,1,1,0>(r); run<1,48,6,2,4,1,0>(r); run<1,48,6,2,2,1,0>(r);
 done();
 setup(7168,160,1856); r=blas();
 run<1,160,6,1,1,1,0>(r); run<1,160,6,1,4,1,0>(r); run<1,160,6,1,2,1,0>(r); run<2,160,5,1,2,1,0>(r); run<2,80,6,1,4,1,0>(r); run<2,80,6,1,2,2,0>(r);
 done();
 setup(9536,224,6272); r=blas();
 run<2,224,4,1,1,1,0>(r); run<2,224,4,1,4,1,0>(r); run<2,224,4,1,2,1,0>(r);
 done();
}
