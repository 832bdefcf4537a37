"""Times PTX files of tqc beside cuBLAS and FlashAttention: mm_TYPE_*.ptx of level 2, fa{0,1}_dD_*.ptx of level 8
(full, causal), sc_*.ptx of level 4, all beside this script. Needs a GPU and torch.

time(): each launch after a write of 128 MB that empties the cache; sustained():
launches back to back. products-tiles.1 and .3 were made with the first."""
import ctypes, json, sys, math, statistics, torch
cu=ctypes.CDLL('libcuda.so.1')
def ck(r,w):
    if r:
        s=ctypes.c_char_p(); cu.cuGetErrorString(r,ctypes.byref(s)); raise RuntimeError(w+': '+str(s.value))
torch.cuda.init(); torch.zeros(1,device='cuda')
def load(path):
    t=open(path).read(); meta=json.loads([l for l in t.split('\n') if l.startswith('// tq: ')][0][7:])
    mod=ctypes.c_void_p(); ck(cu.cuModuleLoadData(ctypes.byref(mod),t.encode()),'load '+path)
    f=ctypes.c_void_p(); ck(cu.cuModuleGetFunction(ctypes.byref(f),mod,meta['entry'].encode()),'get')
    ck(cu.cuFuncSetAttribute(f,8,ctypes.c_int(meta['shared'])),'smem')
    a=ctypes.c_int(); cu.cuFuncGetAttribute(ctypes.byref(a),4,f); regs=a.value
    cu.cuFuncGetAttribute(ctypes.byref(a),3,f)
    return f,meta,regs,a.value
def launcher(path,grid,args):
    f,meta,regs,local=load(path); vals=[]
    for p in meta['params']:
        v=args[p['name']]
        if isinstance(v,torch.Tensor): vals.append(ctypes.c_uint64(v.data_ptr()))
        elif p['type']=='fp32': vals.append(ctypes.c_float(v))
        elif p['type']=='i64': vals.append(ctypes.c_int64(v))
        else: vals.append(ctypes.c_int32(v))
    ptrs=(ctypes.c_void_p*len(vals))(*[ctypes.cast(ctypes.pointer(v),ctypes.c_void_p) for v in vals])
    g=list(grid)+[1]*(3-len(grid))
    def run():
        s=torch.cuda.current_stream().cuda_stream
        ck(cu.cuLaunchKernel(f,*g,meta['num_warps']*32,1,1,meta['shared'],ctypes.c_void_p(s),ptrs,None),'launch')
    run.vals=vals; run.ptrs=ptrs; run.info=f"regs {regs} local {local} smem {meta['shared']}"
    return run
flush=torch.empty(128*1024*1024//4,dtype=torch.int32,device='cuda')
def time(fn,reps=20,warm=5,do_flush=True):
    for _ in range(warm): fn()
    ts=[]
    for _ in range(reps):
        if do_flush: flush.zero_()
        a=torch.cuda.Event(enable_timing=True); b=torch.cuda.Event(enable_timing=True)
        a.record(); fn(); b.record(); torch.cuda.synchronize(); ts.append(a.elapsed_time(b))
    return statistics.median(ts)
def sustained(fn,launches=20,samples=9):
    import time as T
    end=T.time()+0.25
    while T.time()<end:
        for _ in range(10): fn()
        torch.cuda.synchronize()
    ts=[]
    for _ in range(samples):
        a=torch.cuda.Event(enable_timing=True); b=torch.cuda.Event(enable_timing=True)
        a.record()
        for _ in range(launches): fn()
        b.record(); torch.cuda.synchronize(); ts.append(a.elapsed_time(b)/launches)
    return statistics.median(ts)
import glob,os
d=os.path.dirname(os.path.abspath(__file__)); n=4096
def strides(t,names): return dict(zip(names,t.stride()))
for dt,name in ((torch.float16,'fp16'),(torch.float32,'fp32')):
    a=torch.randn(n,n,device='cuda',dtype=dt); b=torch.randn(n,n,device='cuda',dtype=dt)
    torch.backends.cuda.matmul.allow_tf32=True
    ref=a@b; t=sustained(lambda: torch.mm(a,b)); print(f'cublas {name} {t*1e3:.1f} us {2*n**3/t/1e9:.0f} TF')
    for p in sorted(glob.glob(d+f'/mm_{name}_*.ptx')):
        try:
            m=json.loads([l for l in open(p) if l.startswith('// tq: ')][0][7:]); c=m['constants']
            out=torch.zeros(n,n,device='cuda',dtype=dt)
            bm,bn=int(c['BLOCK_M']),int(c['BLOCK_N'])
            r=launcher(p,(n//bm,n//bn),dict(a_ptr=a,b_ptr=b,out_ptr=out,M=n,N=n,K=n,stride_am=n,stride_bk=n,stride_om=n))
            r(); torch.cuda.synchronize(); e=(out.float()-ref.float()).abs().max().item()
            t=sustained(r); print(f'{os.path.basename(p)} {t*1e3:.1f} us {2*n**3/t/1e9:.0f} TF err {e:.3g} {r.info}',flush=True)
        except Exception as ex: print(p,ex)
# attention
for causal,D in ((0,128),(1,128),(0,64),(1,64)):
    B,H,S=4,16 if D==128 else 32,4096
    q,k,v=[torch.randn(B,H,S,D,device='cuda',dtype=torch.bfloat16) for _ in range(3)]
    fl=4*B*H*S*S*D/(2 if causal else 1)
    f=lambda: torch.nn.functional.scaled_dot_product_attention(q,k,v,is_causal=bool(causal))
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.FLASH_ATTENTION): ref=f(); t=sustained(f,5); print(f'torch FA2 D {D} causal {causal} {t*1e3:.0f} us {fl/t/1e9:.0f} TF')
    for p in sorted(glob.glob(d+f'/fa{causal}_d{D}_*.ptx')):
        try:
            m=json.loads([l for l in open(p) if l.startswith('// tq: ')][0][7:]); c=m['constants']
            out=torch.zeros_like(q); bm=int(c['BLOCK_M'])
            args=dict(q_ptr=q,k_ptr=k,v_ptr=v,out_ptr=out,scale_log2=1.4426950408889634/math.sqrt(D),H=H,SQ=S,SK=S,shift=0)
            for x in 'qkvo':
                for i,y in enumerate('bhsd'): args[f'stride_{x}{y}']=q.stride(i)
            r=launcher(p,(S//bm,B*H),args); r(); torch.cuda.synchronize(); e=(out.float()-ref.float()).abs().max().item()
            t=sustained(r,5); print(f'{os.path.basename(p)} {t*1e3:.0f} us {fl/t/1e9:.0f} TF err {e:.3g} {r.info}',flush=True)
        except Exception as ex: print(p,ex)
B,H,S,D=4,16,2048,64
q,k=[torch.randn(B,H,S,D,device='cuda',dtype=torch.float16) for _ in range(2)]; out=torch.zeros(B,H,S,S,device='cuda',dtype=torch.float16)
ref=(q[0]@k[0].transpose(-1,-2))*0.125; t=time(lambda: torch.matmul(q,k.transpose(-1,-2))); print(f'torch scores {t*1e3:.0f} us')
for p in sorted(glob.glob(d+'/sc_*.ptx')):
    m=json.loads([l for l in open(p) if l.startswith('// tq: ')][0][7:]); c=m['constants']
    args=dict(q_ptr=q,k_ptr=k,out_ptr=out,scale=0.125,H=H,SQ=S,SK=S)
    for x,tt,ns in (('q',q,'bhsd'),('k',k,'bhsd'),('o',out,'bhmn')):
        for i,y in enumerate(ns): args[f'stride_{x}{y}']=tt.stride(i)
    r=launcher(p,(S//int(c['BLOCK_M']),S//int(c['BLOCK_N']),B*H),args); r(); torch.cuda.synchronize(); e=(out[0].float()-ref.float()).abs().max().item()
    t=time(r); print(f'{os.path.basename(p)} {t*1e3:.0f} us err {e:.3g} {r.info}',flush=True)
