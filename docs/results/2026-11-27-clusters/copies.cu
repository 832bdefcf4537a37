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

static CUtensorMap map(void*p,u64 inner,u64 outer,u32 bi,u32 bo){CUtensorMap m; cuuint64_t d[2]={inner,outer},s[1]={inner*2}; cuuint32_t b[2]={bi,bo},e[2]={1,1}; CK(cuTensorMapEncodeTiled(&m,CU_TENSOR_MAP_DATA_TYPE_FLOAT16,2,p,d,s,b,e,CU_TENSOR_MAP_INTERLEAVE_NONE,CU_TENSOR_MAP_SWIZZLE_128B,CU_TENSOR_MAP_L2_PROMOTION_L2_256B,CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)); return m;}
__device__ inline bool elect(){u32 p; asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0,1,0,p;}":"=r"(p)); return p;}
// NB boxes of ROWS rows of 128 bytes a step, by each of PR warps; the last MC boxes shared by the CL CTAs (each loads 1/CL of the rows)
template<int NB,int ROWS,int PR,int EL,int CL,int MC,int ST>
__global__ void __launch_bounds__(256) loads(const __grid_constant__ CUtensorMap m,const __grid_constant__ CUtensorMap mc,int rows,int cols,int steps,int spread){
 constexpr int B=NB*PR*ROWS*128;
 extern __shared__ char raw[]; u32 base=(sm(raw)+1023)&~1023u; u32 full=base+ST*B, empty=full+8*ST;
 u32 rank=0; if(CL>1) asm("mov.u32 %0, %%cluster_ctarank;":"=r"(rank));
 if(threadIdx.x==0){for(int i=0;i<ST;i++){mbinit(full+8*i,PR);mbinit(empty+8*i,MC?CL:1);} asm volatile("fence.mbarrier_init.release.cluster;");}
 if(CL>1) asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.acquire.aligned;":::"memory"); else __syncthreads();
 int w=threadIdx.x/32; unsigned short mask=(1<<CL)-1;
 int row0=blockIdx.x*spread; 
 if(w<PR){ bool me=EL?elect():threadIdx.x%32==0;
  if(me){ int i=0; u32 ph=1;
   for(int s=0;s<steps;s++){
    mbwait(empty+8*i,ph); mbexpect(full+8*i,NB*ROWS*128);
    int c=(s*64)%cols;
    #pragma unroll
    for(int n=0;n<NB;n++){ u32 d=base+i*B+(w*NB+n)*ROWS*128; int r=(row0+(w*NB+n)*ROWS)%rows;
     if(n>=NB-MC){ constexpr int R=ROWS/CL; int rr=((blockIdx.x/CL)*spread+(w*NB+n)*ROWS)%rows; tma(d+rank*R*128,&mc,c,rr+rank*R,full+8*i,mask,true);} else tma(d,&m,c,r,full+8*i,1,false);}
    if(++i==ST){i=0;ph^=1;} } }
 } else if(w==4&&threadIdx.x%32<(MC?CL:1)){ int i=0;u32 ph=0;
   for(int s=0;s<steps;s++){ mbwait(full+8*i,ph); if(MC) arrive_at(empty+8*i,threadIdx.x%32); else asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"::"r"(empty+8*i):"memory"); if(++i==ST){i=0;ph^=1;} } }
 __syncthreads();
 if(CL>1) asm volatile("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;":::"memory");
}
template<class F> float timeit(F f){ cudaEvent_t a,b; cudaEventCreate(&a);cudaEventCreate(&b); for(int i=0;i<3;i++) f(); std::vector<float> v; for(int r=0;r<5;r++){ cudaEventRecord(a); for(int i=0;i<10;i++) f(); cudaEventRecord(b); cudaEventSynchronize(b); float t; cudaEventElapsedTime(&t,a,b); v.push_back(t*1000/10);} std::sort(v.begin(),v.end()); return v[2]; }
void*A;
template<int NB,int ROWS,int PR,int EL,int CL,int MC> void run(int grid,int rows,int cols,int spread){
 constexpr int B=NB*PR*ROWS*128; constexpr int ST=(208*1024)/B>24?24:(208*1024)/B; int smem=1024+ST*B+16*ST+64;
 CUtensorMap m=map(A,cols,rows,64,ROWS), mc=map(A,cols,rows,64,ROWS/CL);
 auto k=loads<NB,ROWS,PR,EL,CL,MC,ST>; CK(cudaFuncSetAttribute(k,cudaFuncAttributeMaxDynamicSharedMemorySize,smem));
 cudaLaunchConfig_t c={}; c.gridDim=dim3(grid); c.blockDim=dim3(256); c.dynamicSmemBytes=smem; cudaLaunchAttribute at[2]; at[0].id=cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x=CL; at[0].val.clusterDim.y=1; at[0].val.clusterDim.z=1; c.attrs=at; c.numAttrs=1;
 auto go=[&](int steps){ float t=timeit([&]{cudaLaunchKernelEx(&c,k,m,mc,rows,cols,steps,spread);}); cudaError_t e=cudaDeviceSynchronize(); if(e){printf("fail %s\n",cudaGetErrorString(e));exit(1);} return t; };
 int s1=200,s2=1000; float t1=go(s1),t2=go(s2); float per=(t2-t1)*1000/(s2-s1);
 printf("boxes %d x %d rows x %d warps elect %d cluster %d shared %d slots %d grid %d of %dx%d spread %d: %.1f ns a step, %.1f ns a box, %.1f B/ns a SM in, %.2f TB/s from L2\n",NB,ROWS,PR,EL,CL,MC,ST,grid,rows,cols,spread,per,per/NB/PR,B/per,((NB-MC)*PR*ROWS*128.0+MC*PR*ROWS*128.0/CL)/per*grid/1000);
}
int main(){ setvbuf(stdout,0,_IONBF,0); cuInit(0); cudaSetDevice(0); cudaMalloc(&A,256<<20); cudaMemset(A,0,256<<20);
 for(int rows: {1024,4096}) { int cols=2048; // 4 MB, 16 MB
 for(int spread: {64, 0}) { printf("-- %d rows spread %d\n",rows,spread);
 run<1,64,1,0,1,0>(132,rows,cols,spread); run<1,64,1,1,1,0>(132,rows,cols,spread);
 run<2,64,1,0,1,0>(132,rows,cols,spread); run<2,64,1,1,1,0>(132,rows,cols,spread); run<1,64,2,0,1,0>(132,rows,cols,spread); run<1,64,2,1,1,0>(132,rows,cols,spread);
 run<1,128,1,1,1,0>(132,rows,cols,spread); run<1,256,1,1,1,0>(132,rows,cols,spread); run<2,16,1,1,1,0>(132,rows,cols,spread); run<8,16,1,1,1,0>(132,rows,cols,spread); run<4,64,1,1,1,0>(132,rows,cols,spread);
 run<2,64,1,1,1,0>(66,rows,cols,spread); run<2,64,1,1,1,0>(33,rows,cols,spread); run<2,64,1,1,1,0>(8,rows,cols,spread);
 run<2,64,1,1,4,0>(120,rows,cols,spread); run<2,64,1,0,4,1>(120,rows,cols,spread); run<2,64,1,1,4,1>(120,rows,cols,spread); run<2,64,1,1,2,1>(120,rows,cols,spread); run<2,64,1,1,4,2>(120,rows,cols,spread); run<2,128,1,1,4,1>(120,rows,cols,spread); run<2,64,1,1,4,1>(60,rows,cols,spread); run<2,64,1,1,4,1>(8,rows,cols,spread);
 }}
}
