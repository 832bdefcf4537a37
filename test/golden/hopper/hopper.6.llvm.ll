; // tq: {"schema":1,"version":"0.1.0","entry":"product","arch":"sm_90a","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"K","type":"i32"},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"out_ptr_map0","role":"map","map":0},{"name":"a_ptr_map1","role":"map","map":1},{"name":"b_ptr_map2","role":"map","map":2}],"maps":[{"base":2,"type":"fp32","dims":[2147483647,2147483647],"strides":[-6],"box":[32,16],"swizzle":128},{"base":0,"type":"fp16","dims":[-4,2147483647],"strides":[-5],"box":[64,64],"swizzle":128},{"base":1,"type":"fp16","dims":[2147483647,-4],"strides":[-6],"box":[64,64],"swizzle":128}],"num_warps":5,"num_stages":3,"shared":65632,"plan":"#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>","files":["hopper.tq"],"accesses":[{"file":0,"line":10,"column":13,"kind":"load","pointer":"a_ptr + m[:, None] * stride_a + k[None, :]","mask":"k[None, :] < K","tensor":"a_ptr"},{"file":0,"line":11,"column":13,"kind":"load","pointer":"b_ptr + k[:, None] * stride_b + n[None, :]","mask":"k[:, None] < K","tensor":"b_ptr"},{"file":0,"line":13,"column":5,"kind":"store","pointer":"out_ptr + m[:, None] * stride_b + n[None, :]","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 1024

define ptx_kernel void @product(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %6, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %7, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %8) #0 !dbg !3 {
  %10 = call range(i32 0, 160) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %11 = and i32 %10, 31, !dbg !7
  %12 = lshr i32 %10, 5, !dbg !8
  %13 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !9
  %14 = icmp eq i32 %10, 0, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %6, i1 %14) #6, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %7, i1 %14) #6, !dbg !7
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %8, i1 %14) #6, !dbg !10
  br i1 %14, label %.critedge, label %.critedge2, !dbg !7

.critedge:                                        ; preds = %9
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65536], 1; mbarrier.init.shared::cta.b64 [$0+65544], 1; mbarrier.init.shared::cta.b64 [$0+65552], 1; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #6, !dbg !7
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !7
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65560], 4; mbarrier.init.shared::cta.b64 [$0+65568], 4; mbarrier.init.shared::cta.b64 [$0+65576], 4; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #6, !dbg !7
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !7
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65584], 1; mbarrier.init.shared::cta.b64 [$0+65592], 1; mbarrier.init.shared::cta.b64 [$0+65600], 1; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #6, !dbg !10
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !10
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65608], 4; mbarrier.init.shared::cta.b64 [$0+65616], 4; mbarrier.init.shared::cta.b64 [$0+65624], 4; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #6, !dbg !10
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !10
  br label %.critedge2, !dbg !10

.critedge2:                                       ; preds = %9, %.critedge
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !8
  %15 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %16 = icmp eq i32 %15, 4, !dbg !8
  %17 = icmp eq i32 %10, 128, !dbg !8
  %or.cond = and i1 %17, %16, !dbg !8
  br i1 %or.cond, label %18, label %.loopexit, !dbg !8

18:                                               ; preds = %.critedge2
  %19 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %21 = icmp slt i32 %3, 1
  %22 = shl i32 %19, 6
  %23 = shl nuw nsw i32 %20, 6
  br label %24, !dbg !13

24:                                               ; preds = %31, %18
  %25 = phi i32 [ %51, %31 ], [ 0, %18 ], !dbg !13
  %26 = phi i32 [ %40, %31 ], [ 0, %18 ]
  %27 = phi i32 [ %41, %31 ], [ 0, %18 ]
  %28 = phi i32 [ %49, %31 ], [ 0, %18 ]
  %29 = phi i32 [ %50, %31 ], [ 0, %18 ]
  %30 = icmp slt i32 %25, %3, !dbg !13
  br i1 %30, label %31, label %.loopexit, !dbg !13

31:                                               ; preds = %24
  %32 = select i1 %21, i32 -1073741824, i32 %25, !dbg !7
  %33 = xor i32 %27, 1, !dbg !7
  %34 = shl i32 %26, 3, !dbg !7
  %35 = add i32 %34, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %35, i32 %33) #6, !dbg !7
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 8192;", "r,~{memory}"(i32 %35) #6, !dbg !7
  %36 = shl i32 %26, 13, !dbg !7
  %37 = add i32 %36, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}"(i32 %37, ptr nonnull %7, i32 %35, i32 %32, i32 %22) #6, !dbg !7
  %38 = add i32 %26, 1, !dbg !7
  %39 = icmp eq i32 %38, 3, !dbg !7
  %40 = select i1 %39, i32 0, i32 %38, !dbg !7
  %41 = select i1 %39, i32 %33, i32 %27, !dbg !7
  %42 = xor i32 %29, 1, !dbg !10
  %43 = shl i32 %28, 3, !dbg !10
  %44 = add i32 %43, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65608], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %44, i32 %42) #6, !dbg !10
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65584], 8192;", "r,~{memory}"(i32 %44) #6, !dbg !10
  %45 = shl i32 %28, 13, !dbg !10
  %46 = add i32 %45, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65584];", "r,l,r,r,r,~{memory}"(i32 %46, ptr nonnull %8, i32 %44, i32 %23, i32 %32) #6, !dbg !10
  %47 = add i32 %28, 1, !dbg !10
  %48 = icmp eq i32 %47, 3, !dbg !10
  %49 = select i1 %48, i32 0, i32 %47, !dbg !10
  %50 = select i1 %48, i32 %42, i32 %29, !dbg !10
  %51 = add i32 %25, 64, !dbg !13
  br label %24, !dbg !13

.loopexit:                                        ; preds = %24, %.critedge2
  %52 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %53 = icmp ult i32 %52, 4, !dbg !8
  br i1 %53, label %.preheader, label %232, !dbg !8

.preheader:                                       ; preds = %.loopexit
  %54 = shl i32 %13, 7
  %55 = and i32 %54, -512
  %56 = add i32 %55, 65536
  %57 = icmp eq i32 %11, 0
  br label %58, !dbg !13

58:                                               ; preds = %.preheader, %97
  %59 = phi i32 [ %196, %97 ], [ 0, %.preheader ], !dbg !13
  %60 = phi float [ %164, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %61 = phi float [ %165, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %62 = phi float [ %166, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %63 = phi float [ %167, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %64 = phi float [ %168, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %65 = phi float [ %169, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %66 = phi float [ %170, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %67 = phi float [ %171, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %68 = phi float [ %172, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %69 = phi float [ %173, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %70 = phi float [ %174, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %71 = phi float [ %175, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %72 = phi float [ %176, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %73 = phi float [ %177, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %74 = phi float [ %178, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %75 = phi float [ %179, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %76 = phi float [ %180, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %77 = phi float [ %181, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %78 = phi float [ %182, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %79 = phi float [ %183, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %80 = phi float [ %184, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %81 = phi float [ %185, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %82 = phi float [ %186, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %83 = phi float [ %187, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %84 = phi float [ %188, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %85 = phi float [ %189, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %86 = phi float [ %190, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %87 = phi float [ %191, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %88 = phi float [ %192, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %89 = phi float [ %193, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %90 = phi float [ %194, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %91 = phi float [ %195, %97 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %92 = phi i32 [ %100, %97 ], [ 0, %.preheader ]
  %93 = phi i32 [ %102, %97 ], [ 0, %.preheader ]
  %94 = phi i32 [ %105, %97 ], [ 0, %.preheader ]
  %95 = phi i32 [ %107, %97 ], [ 0, %.preheader ]
  %96 = icmp slt i32 %59, %3, !dbg !13
  br i1 %96, label %97, label %197, !dbg !13

97:                                               ; preds = %58
  %98 = add i32 %92, 1, !dbg !7
  %99 = icmp eq i32 %98, 3, !dbg !7
  %100 = select i1 %99, i32 0, i32 %98, !dbg !7
  %101 = zext i1 %99 to i32, !dbg !7
  %102 = xor i32 %93, %101, !dbg !7
  %103 = add i32 %94, 1, !dbg !10
  %104 = icmp eq i32 %103, 3, !dbg !10
  %105 = select i1 %104, i32 0, i32 %103, !dbg !10
  %106 = zext i1 %104 to i32, !dbg !10
  %107 = xor i32 %95, %106, !dbg !10
  %108 = shl i32 %92, 3, !dbg !7
  %109 = add i32 %108, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %109, i32 %93) #6, !dbg !7
  %110 = shl i32 %94, 3, !dbg !10
  %111 = add i32 %110, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65584], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %111, i32 %95) #6, !dbg !10
  %112 = shl i32 %94, 13, !dbg !9
  %113 = add i32 %112, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 40960), !dbg !9
  %114 = lshr exact i32 %113, 4, !dbg !9
  %115 = and i32 %114, 16320, !dbg !9
  %116 = or disjoint i32 %115, 33554432, !dbg !9
  %117 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %116, i32 1073741888) #6, !dbg !9
  %118 = shl i32 %92, 13, !dbg !9
  %119 = add i32 %118, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 16384), !dbg !9
  %120 = lshr exact i32 %119, 4, !dbg !9
  %121 = and i32 %120, 16320, !dbg !9
  %122 = add i32 %56, %121, !dbg !9
  %123 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %122, i32 1073741888) #6, !dbg !9
  %124 = add i64 %123, 2, !dbg !9
  %125 = add i64 %117, 128, !dbg !9
  %126 = add i64 %123, 4, !dbg !9
  %127 = add i64 %117, 256, !dbg !9
  %128 = add i64 %123, 6, !dbg !9
  %129 = add i64 %117, 384, !dbg !9
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !9
  %130 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(i64 %123, i64 %117, i64 %124, i64 %125, i64 %126, i64 %127, i64 %128, i64 %129, float %60, float %61, float %62, float %63, float %64, float %65, float %66, float %67, float %68, float %69, float %70, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91) #5, !dbg !9
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !9
  %131 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 0, !dbg !9
  %132 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 1, !dbg !9
  %133 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 2, !dbg !9
  %134 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 3, !dbg !9
  %135 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 4, !dbg !9
  %136 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 5, !dbg !9
  %137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 6, !dbg !9
  %138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 7, !dbg !9
  %139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 8, !dbg !9
  %140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 9, !dbg !9
  %141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 10, !dbg !9
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 11, !dbg !9
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 12, !dbg !9
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 13, !dbg !9
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 14, !dbg !9
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 15, !dbg !9
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 16, !dbg !9
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 17, !dbg !9
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 18, !dbg !9
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 19, !dbg !9
  %151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 20, !dbg !9
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 21, !dbg !9
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 22, !dbg !9
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 23, !dbg !9
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 24, !dbg !9
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 25, !dbg !9
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 26, !dbg !9
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 27, !dbg !9
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 28, !dbg !9
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 29, !dbg !9
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 30, !dbg !9
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %130, 31, !dbg !9
  %163 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}"(float %131, float %132, float %133, float %134, float %135, float %136, float %137, float %138, float %139, float %140, float %141, float %142, float %143, float %144, float %145, float %146, float %147, float %148, float %149, float %150, float %151, float %152, float %153, float %154, float %155, float %156, float %157, float %158, float %159, float %160, float %161, float %162) #5, !dbg !9
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 0, !dbg !9
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 1, !dbg !9
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 2, !dbg !9
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 3, !dbg !9
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 4, !dbg !9
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 5, !dbg !9
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 6, !dbg !9
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 7, !dbg !9
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 8, !dbg !9
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 9, !dbg !9
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 10, !dbg !9
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 11, !dbg !9
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 12, !dbg !9
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 13, !dbg !9
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 14, !dbg !9
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 15, !dbg !9
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 16, !dbg !9
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 17, !dbg !9
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 18, !dbg !9
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 19, !dbg !9
  %184 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 20, !dbg !9
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 21, !dbg !9
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 22, !dbg !9
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 23, !dbg !9
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 24, !dbg !9
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 25, !dbg !9
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 26, !dbg !9
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 27, !dbg !9
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 28, !dbg !9
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 29, !dbg !9
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 30, !dbg !9
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %163, 31, !dbg !9
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}"(i32 %109, i1 %57) #6, !dbg !7
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65608];", "r,b,~{memory}"(i32 %111, i1 %57) #6, !dbg !10
  %196 = add i32 %59, 64, !dbg !13
  br label %58, !dbg !13

197:                                              ; preds = %58
  %198 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %199 = shl nuw nsw i32 %198, 6, !dbg !6
  %200 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %201 = shl i32 %200, 6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %57) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %202 = shl nuw nsw i32 %12, 11, !dbg !6
  %203 = add i32 %202, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  %204 = lshr i32 %10, 1, !dbg !6
  %205 = and i32 %204, 1, !dbg !6
  %206 = shl nuw nsw i32 %10, 5, !dbg !6
  %207 = and i32 %206, 896, !dbg !6
  %208 = lshr i32 %10, 2, !dbg !6
  %209 = and i32 %208, 7, !dbg !6
  %210 = xor i32 %205, %209, !dbg !6
  %211 = shl nuw nsw i32 %10, 3, !dbg !6
  %212 = and i32 %211, 8, !dbg !6
  %213 = or disjoint i32 %212, %207, !dbg !6
  %214 = or disjoint i32 %213, %203, !dbg !6
  %215 = shl nuw nsw i32 %210, 4, !dbg !6
  %216 = or disjoint i32 %214, %215, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %216, float %60, float %61) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %216, float %62, float %63) #6, !dbg !6
  %217 = xor i32 %215, 32, !dbg !6
  %218 = or disjoint i32 %214, %217, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %218, float %64, float %65) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %218, float %66, float %67) #6, !dbg !6
  %219 = xor i32 %215, 64, !dbg !6
  %220 = or disjoint i32 %214, %219, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %68, float %69) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %70, float %71) #6, !dbg !6
  %221 = xor i32 %215, 96, !dbg !6
  %222 = or disjoint i32 %214, %221, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %72, float %73) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %74, float %75) #6, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %223 = shl nuw nsw i32 %12, 4, !dbg !6
  %224 = add i32 %223, %201, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %57, i32 %203, ptr nonnull %6, i32 %199, i32 %224) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %57) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %225 = add i32 %202, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 8192), !dbg !6
  %226 = or disjoint i32 %213, %225, !dbg !6
  %227 = or disjoint i32 %226, %215, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %227, float %76, float %77) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %227, float %78, float %79) #6, !dbg !6
  %228 = or disjoint i32 %226, %217, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %228, float %80, float %81) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %228, float %82, float %83) #6, !dbg !6
  %229 = or disjoint i32 %226, %219, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %84, float %85) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %86, float %87) #6, !dbg !6
  %230 = or disjoint i32 %226, %221, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %230, float %88, float %89) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %230, float %90, float %91) #6, !dbg !6
  %231 = or disjoint i32 %199, 32, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %57, i32 %225, ptr nonnull %6, i32 %231, i32 %224) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}"(i1 %57) #6, !dbg !8
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !8
  br label %232, !dbg !8

232:                                              ; preds = %197, %.loopexit
  ret void, !dbg !6
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.fence.proxy.async.shared_cta() #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.bar.warp.sync(i32) #4

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.fence.sync.aligned() #5

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned() #5

attributes #0 = { "nvvm.reqntid"="160" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nounwind }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { convergent nounwind }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "MLIR", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "hopper.tq", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "product", linkageName: "product", scope: !1, file: !1, line: 4, type: !4, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(cc: DW_CC_normal, types: !5)
!5 = !{}
!6 = !DILocation(line: 13, column: 5, scope: !3)
!7 = !DILocation(line: 10, column: 13, scope: !3)
!8 = !DILocation(line: 4, column: 5, scope: !3)
!9 = !DILocation(line: 12, column: 15, scope: !3)
!10 = !DILocation(line: 11, column: 13, scope: !3)
!11 = !DILocation(line: 5, column: 9, scope: !3)
!12 = !DILocation(line: 6, column: 9, scope: !3)
!13 = !DILocation(line: 8, column: 5, scope: !3)
!14 = !DILocation(line: 7, column: 11, scope: !3)
