#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>
using u32 = uint32_t;
__device__ __forceinline__ u32 sa(const void *p) { return (u32)__cvta_generic_to_shared(p); }
template <class T> struct Vec;
template <> struct Vec<float> { static constexpr int N = 4;
  static __device__ void un(uint4 v, float *f) { f[0]=__uint_as_float(v.x);f[1]=__uint_as_float(v.y);f[2]=__uint_as_float(v.z);f[3]=__uint_as_float(v.w);}
  static __device__ uint4 pk(float *f) { return {__float_as_uint(f[0]),__float_as_uint(f[1]),__float_as_uint(f[2]),__float_as_uint(f[3])}; } };
template <> struct Vec<__half> { static constexpr int N = 8;
  static __device__ void un(uint4 v, float *f) { u32 a[4]={v.x,v.y,v.z,v.w}; for(int i=0;i<4;i++){float2 g=__half22float2(*(__half2*)&a[i]);f[2*i]=g.x;f[2*i+1]=g.y;} }
  static __device__ uint4 pk(float *f) { u32 a[4]; for(int i=0;i<4;i++){__half2 h=__floats2half2_rn(f[2*i],f[2*i+1]);a[i]=*(u32*)&h;} return {a[0],a[1],a[2],a[3]}; } };
__device__ __forceinline__ void carrive(){asm volatile("barrier.cluster.arrive.release.aligned;":::"memory");}
__device__ __forceinline__ void cwait(){asm volatile("barrier.cluster.wait.acquire.aligned;":::"memory");}
__device__ __forceinline__ void mwait(u32 bar,u32 ph){asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p,[%0],%1; @p bra D; bra L; D: }"::"r"(bar),"r"(ph):"memory");}
__device__ __forceinline__ uint4 funnel(uint4 a,uint4 b,int sb){
  u32 v[8]={a.x,a.y,a.z,a.w,b.x,b.y,b.z,b.w};
  bool two=sb&8,one=sb&4; int h=(sb&2)*8;
  for(int i=0;i<6;i++) v[i]=two?v[i+2]:v[i];
  for(int i=0;i<5;i++) v[i]=one?v[i+1]:v[i];
  return {__funnelshift_r(v[0],v[1],h),__funnelshift_r(v[1],v[2],h),__funnelshift_r(v[2],v[3],h),__funnelshift_r(v[3],v[4],h)};
}
__device__ __forceinline__ void bulk(u32 dst,const char*src,u32 bytes,u32 bar){
  for(u32 o=0;o<bytes;o+=32768){u32 s=min(32768u,bytes-o);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0],[%1],%2,[%3];"::"r"(dst+o),"l"(src+o),"r"(s),"r"(bar):"memory");}
}
// MODE bit0: w,b stay in shared memory (persistent); bit1: second buffer of x; bit2: element-wise w,b from global
template <class T,int NT,int MODE>
__global__ void __launch_bounds__(NT) ln(const T*x,const T*wp,const T*bp,T*y,int R,int n,int C,int part){
  extern __shared__ __align__(128) char sm[];
  constexpr int N=Vec<T>::N; constexpr int W=NT/32;
  __shared__ float red[2][32]; __shared__ float all[4][8];
  __shared__ __align__(8) uint64_t full[2]; __shared__ __align__(8) uint64_t xb[4]; __shared__ __align__(8) uint64_t wb;
  int t=threadIdx.x,lane=t&31,w=t>>5; u32 rank; asm("mov.u32 %0,%%cluster_ctarank;":"=r"(rank));
  int cl=blockIdx.x/C,ncl=gridDim.x/C;
  if(t==0){ for(int i=0;i<2;i++)asm volatile("mbarrier.init.shared.b64 [%0],1;"::"r"(sa(&full[i])));
    for(int i=0;i<4;i++)asm volatile("mbarrier.init.shared.b64 [%0],1;"::"r"(sa(&xb[i])));
    asm volatile("mbarrier.init.shared.b64 [%0],1;"::"r"(sa(&wb)));
    asm volatile("fence.mbarrier_init.release.cluster;":::"memory"); }
  if(C>1){carrive();cwait();} else __syncthreads();
  size_t buf=(size_t)part*16; char*ws=sm+buf*((MODE&2)?2:1); char*bs=ws+buf+32;
  int lo=rank*part;
  int wchunks=(n+N-1)/N;
  auto geo=[&](int r,const char*&base,int&hi){ uintptr_t a=(uintptr_t)(x+(size_t)r*n); base=(const char*)(a&~(uintptr_t)15);
    int ph=(int)(a&15)/sizeof(T); int chunks=(ph+n+N-1)/N; hi=max(lo,min(lo+part,chunks)); };
  auto issue=[&](int r,int b){ const char*base;int hi;geo(r,base,hi); u32 bytes=(hi-lo)*16;
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _,[%0],%1;"::"r"(sa(&full[b])),"r"(bytes):"memory");
    bulk(sa(sm+b*buf),base+(size_t)lo*16,bytes,sa(&full[b])); };
  if(t==0&&cl<R)issue(cl,0);
  if((MODE&1)&&t==0){ // chunks lo-1 .. lo+part of w and b
    int q0=max(lo-1,0),q1=min(lo+part+1,wchunks); u32 bytes=q1>q0?(q1-q0)*16:0; int off=(q0-(lo-1))*16;
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _,[%0],%1;"::"r"(sa(&wb)),"r"(2*bytes):"memory");
    if(bytes){bulk(sa(ws+off),(const char*)wp+(size_t)q0*16,bytes,sa(&wb)); bulk(sa(bs+off),(const char*)bp+(size_t)q0*16,bytes,sa(&wb));}
  }
  if(MODE&1) mwait(sa(&wb),0);
  int k=0,ex=0;
  auto reduce=[&](float v)->float{
    for(int o=16;o;o>>=1)v+=__shfl_xor_sync(~0u,v,o);
    float*rd=red[ex&1]; if(!lane)rd[w]=v; __syncthreads(); v=lane<W?rd[lane]:0; for(int o=16;o;o>>=1)v+=__shfl_xor_sync(~0u,v,o);
    if(C>1){ int q=ex&3;
      if(t==0)asm volatile("mbarrier.arrive.expect_tx.shared.b64 _,[%0],%1;"::"r"(sa(&xb[q])),"r"(C*4):"memory");
      if(t<C){u32 d,bb;asm("mapa.shared::cluster.u32 %0,%1,%2;":"=r"(d):"r"(sa(&all[q][rank])),"r"(t));asm("mapa.shared::cluster.u32 %0,%1,%2;":"=r"(bb):"r"(sa(&xb[q])),"r"(t));
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0],%1,[%2];"::"r"(d),"r"(__float_as_uint(v)),"r"(bb):"memory");}
      mwait(sa(&xb[q]),(ex>>2)&1); v=lane<C?all[q][lane]:0; for(int o=4;o;o>>=1)v+=__shfl_xor_sync(~0u,v,o); v=__shfl_sync(~0u,v,0); }
    ex++; return v; };
  for(int r=cl;r<R;r+=ncl,k++){
    int b=(MODE&2)?(k&1):0;
    if((MODE&2)&&t==0&&r+ncl<R)issue(r+ncl,b^1);
    mwait(sa(&full[b]),(MODE&2)?(k>>1)&1:k&1);
    const char*base;int hi;geo(r,base,hi); int ph=(int)((uintptr_t)(x+(size_t)r*n)&15)/sizeof(T);
    uint4*s=(uint4*)(sm+b*buf); int cnt=hi-lo,e0=ph,e1=ph+n; float sum=0,sum2=0;
    for(int c=t;c<cnt;c+=NT){ float f[N];Vec<T>::un(s[c],f); int g=(lo+c)*N;
      if(g<e0||g+N>e1) for(int i=0;i<N;i++) if(g+i<e0||g+i>=e1)f[i]=0;
      for(int i=0;i<N;i+=2){sum+=f[i];sum2+=f[i+1];} }
    float mean=reduce(sum+sum2)/n; sum=sum2=0;
    for(int c=t;c<cnt;c+=NT){ float f[N];Vec<T>::un(s[c],f); int g=(lo+c)*N;
      if(g<e0||g+N>e1) for(int i=0;i<N;i++) if(g+i<e0||g+i>=e1)f[i]=mean;
      for(int i=0;i<N;i+=2){float d=f[i]-mean,e=f[i+1]-mean;sum+=d*d;sum2+=e*e;} }
    float rstd=rsqrtf(reduce(sum+sum2)/n+1e-5f);
    char*yb=(char*)((uintptr_t)(y+(size_t)r*n)&~(uintptr_t)15);
    int sb=((N-ph)%N)*sizeof(T);
    for(int c=t;c<cnt;c+=NT){ float f[N],fw[N],fb[N];Vec<T>::un(s[c],f); int g=(lo+c)*N;
      if(MODE&4){ for(int i=0;i<N;i++){int col=g-ph+i; bool ok=col>=0&&col<n; fw[i]=ok?(float)wp[col]:0; fb[i]=ok?(float)bp[col]:0;} }
      else { uint4 wa,wc,ba,bc; int j=c+(ph?0:1);
        if(MODE&1){ const uint4*W4=(const uint4*)ws+j,*B4=(const uint4*)bs+j; wa=W4[0];wc=W4[1];ba=B4[0];bc=B4[1]; }
        else { int q=lo+c-(ph?1:0); int q0=max(q,0),q1=min(q+1,wchunks-1); wa=__ldg((const uint4*)wp+q0);wc=__ldg((const uint4*)wp+q1);ba=__ldg((const uint4*)bp+q0);bc=__ldg((const uint4*)bp+q1); }
        Vec<T>::un(funnel(wa,wc,sb),fw);Vec<T>::un(funnel(ba,bc,sb),fb); }
      for(int i=0;i<N;i++)f[i]=(f[i]-mean)*rstd*fw[i]+fb[i];
      if(g>=e0&&g+N<=e1)*(uint4*)(yb+(size_t)(lo+c)*16)=Vec<T>::pk(f);
      else for(int i=0;i<N;i++)if(g+i>=e0&&g+i<e1)((T*)yb)[g+i]=(T)f[i]; }
    __syncthreads();
    if(!(MODE&2)&&t==0&&r+ncl<R)issue(r+ncl,0);
  }
  if(C>1){carrive();cwait();}
}
template<class T,int NT,int MODE> void go(const char*name,int R,int n,int C,bool stay){
  static T*x[2],*y[2],*wp,*bp; size_t tot=(size_t)R*n; static std::vector<T> h,hw,hb; static int lastR=0;static size_t cap=0;
  for(int i=0;i<2;i++){cudaMalloc(&x[i],tot*sizeof(T)+64);cudaMalloc(&y[i],tot*sizeof(T)+64);} cudaMalloc(&wp,n*sizeof(T)+64);cudaMalloc(&bp,n*sizeof(T)+64);
  h.resize(tot);hw.resize(n);hb.resize(n); u32 z=1; for(auto&v:h){z=z*1664525+1013904223;v=(T)(((z>>8)&0xffff)/65536.f*8-4);} for(auto&v:hw){z=z*1664525+1013904223;v=(T)(((z>>8)&0xffff)/65536.f*8-4);} for(auto&v:hb){z=z*1664525+1013904223;v=(T)(((z>>8)&0xffff)/65536.f*8-4);}
  for(int i=0;i<2;i++)cudaMemcpy(x[i],h.data(),tot*sizeof(T),cudaMemcpyHostToDevice); cudaMemcpy(wp,hw.data(),n*sizeof(T),cudaMemcpyHostToDevice);cudaMemcpy(bp,hb.data(),n*sizeof(T),cudaMemcpyHostToDevice);
  int N=16/sizeof(T),chunks=(n+N-1)/N+1,part=((chunks+C-1)/C+7)/8*8; size_t smem=(size_t)part*16*((MODE&2)?2:1)+((MODE&1)?(size_t)part*32+64:0);
  auto k=ln<T,NT,MODE>;
  if(smem<=227*1024-1300){ cudaFuncSetAttribute(k,cudaFuncAttributeMaxDynamicSharedMemorySize,(int)smem);
  cudaLaunchConfig_t cfg={};cudaLaunchAttribute at[1];at[0].id=cudaLaunchAttributeClusterDimension;at[0].val.clusterDim={(unsigned)C,1,1};cfg.attrs=at;cfg.numAttrs=1;cfg.blockDim=NT;cfg.dynamicSmemBytes=smem;cfg.gridDim=132/C*C*16;
  int ncl=0;cudaOccupancyMaxActiveClusters(&ncl,k,&cfg); int clusters=stay?std::min(ncl,R):R; cfg.gridDim=clusters*C;
  for(int i=0;i<4;i++)cudaLaunchKernelEx(&cfg,k,(const T*)x[i%2],(const T*)wp,(const T*)bp,y[i%2],R,n,C,part);
  cudaEvent_t a,b;cudaEventCreate(&a);cudaEventCreate(&b);std::vector<float>ts;
  for(int i=0;i<9;i++){cudaEventRecord(a);for(int j=0;j<4;j++)cudaLaunchKernelEx(&cfg,k,(const T*)x[j%2],(const T*)wp,(const T*)bp,y[j%2],R,n,C,part);cudaEventRecord(b);cudaEventSynchronize(b);float ms;cudaEventElapsedTime(&ms,a,b);ts.push_back(ms/4*1e3f);}
  std::sort(ts.begin(),ts.end()); cudaError_t e=cudaGetLastError(); double worst=0; std::vector<T>o(n);
  for(int r:{0,1,R/2+3,R-1}){ cudaMemcpy(o.data(),y[0]+(size_t)r*n,n*sizeof(T),cudaMemcpyDeviceToHost); double m=0,v=0;for(int i=0;i<n;i++)m+=(float)h[(size_t)r*n+i];m/=n;for(int i=0;i<n;i++){double d=(float)h[(size_t)r*n+i]-m;v+=d*d;}v/=n;
    for(int i=0;i<n;i++){double ref=((float)h[(size_t)r*n+i]-m)/sqrt(v+1e-5)*(float)hw[i]+(float)hb[i];worst=std::max(worst,fabs((double)(float)o[i]-ref));}}
  printf("%s %dx%d C %d NT %d %s smem %zu clusters %d %.1f us worst %.2g %s\n",name,R,n,C,NT,(MODE&1)?((MODE&2)?"stay w+2buf":"stay w"):(MODE&4)?"grid elementwise":stay?"stay funnel L2":"grid funnel L2",smem,ncl,ts[4],worst,cudaGetErrorString(e)); fflush(stdout);}
  for(int i=0;i<2;i++){cudaFree(x[i]);cudaFree(y[i]);}cudaFree(wp);cudaFree(bp);
}
template<class T> void shape(const char*nm,int R,int n){
  T*a,*b;size_t by=(size_t)R*n*sizeof(T);cudaMalloc(&a,by);cudaMalloc(&b,by);cudaEvent_t e,f;cudaEventCreate(&e);cudaEventCreate(&f);for(int i=0;i<3;i++)cudaMemcpyAsync(b,a,by,cudaMemcpyDeviceToDevice);cudaEventRecord(e);for(int i=0;i<10;i++)cudaMemcpyAsync(b,a,by,cudaMemcpyDeviceToDevice);cudaEventRecord(f);cudaEventSynchronize(f);float ms;cudaEventElapsedTime(&ms,e,f);printf("%s %dx%d copy %.1f us\n",nm,R,n,ms*100);cudaFree(a);cudaFree(b);
  for(int C:{1,2,4,8}){ size_t bytes=(size_t)n*sizeof(T)/C; if(bytes>222*1024||bytes<12*1024)continue;
    if(bytes*C<=224*1024||C>=4){ go<T,512,4>(nm,R,n,C,false); go<T,512,0>(nm,R,n,C,false); go<T,256,0>(nm,R,n,C,false);}
    go<T,512,1>(nm,R,n,C,true); go<T,1024,1>(nm,R,n,C,true); go<T,512,3>(nm,R,n,C,true); go<T,1024,3>(nm,R,n,C,true); }
}
int main(){ shape<__half>("fp16",907,147909); shape<__half>("fp16",2290,58601); shape<__half>("fp16",5852,22934); shape<float>("fp32",739,45383); shape<float>("fp32",278,241315);}
