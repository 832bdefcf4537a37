import torch, json
def t(f,n=30):
    for _ in range(5): f()
    torch.cuda.synchronize(); r=[]
    for _ in range(9):
        a,b=torch.cuda.Event(enable_timing=True),torch.cuda.Event(enable_timing=True); a.record()
        for _ in range(n): f()
        b.record(); torch.cuda.synchronize(); r.append(a.elapsed_time(b)/n)
    return sorted(r)[4]
for S in (4096,8192):
    a=torch.randn(S,S,device='cuda').to(torch.float8_e4m3fn); b=torch.randn(S,S,device='cuda').to(torch.float8_e4m3fn)
    one=torch.ones((),device='cuda')
    for fast in (True,False):
        ms=t(lambda: torch._scaled_mm(a,b.t(),one,one,out_dtype=torch.float16,use_fast_accum=fast))
        print('torch fp8',S,'fast' if fast else 'precise',round(ms,4),round(2*S**3/ms/1e9,1),flush=True)
