; // tq: {"schema":1,"version":"0.1.0","entry":"product","arch":"sm_90a","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"K","type":"i32"},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"out_ptr_map0","role":"map","map":0},{"name":"a_ptr_map1","role":"map","map":1},{"name":"b_ptr_map2","role":"map","map":2}],"maps":[{"base":2,"type":"fp32","dims":[2147483647,2147483647],"strides":[-6],"box":[32,16],"swizzle":128},{"base":0,"type":"fp16","dims":[-4,2147483647],"strides":[-5],"box":[64,64],"swizzle":128},{"base":1,"type":"fp16","dims":[2147483647,-4],"strides":[-6],"box":[64,64],"swizzle":128}],"num_warps":5,"num_stages":3,"shared":65632,"plan":"#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>","files":["hopper.tq"],"accesses":[{"file":0,"line":10,"column":13,"kind":"load","pointer":"a_ptr + m[:, None] * stride_a + k[None, :]","mask":"k[None, :] < K","tensor":"a_ptr"},{"file":0,"line":11,"column":13,"kind":"load","pointer":"b_ptr + k[:, None] * stride_b + n[None, :]","mask":"k[:, None] < K","tensor":"b_ptr"},{"file":0,"line":13,"column":5,"kind":"store","pointer":"out_ptr + m[:, None] * stride_b + n[None, :]","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 1024

define ptx_kernel void @product(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %6, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %7, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %8) #0 !dbg !3 {
  %10 = call range(i32 0, 160) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %11 = and i32 %10, 31, !dbg !7
  %12 = lshr i32 %10, 5, !dbg !8
  %13 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !9
  %14 = lshr i32 %13, 2, !dbg !9
  %15 = icmp eq i32 %10, 0, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %6, i1 %15) #6, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %7, i1 %15) #6, !dbg !7
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %8, i1 %15) #6, !dbg !10
  br i1 %15, label %.critedge, label %.critedge2, !dbg !7

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
  %16 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %17 = icmp eq i32 %16, 4, !dbg !8
  %18 = icmp eq i32 %10, 128, !dbg !8
  %or.cond = and i1 %18, %17, !dbg !8
  br i1 %or.cond, label %19, label %.loopexit, !dbg !8

19:                                               ; preds = %.critedge2
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %21 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %22 = icmp slt i32 %3, 1
  %23 = shl i32 %20, 6
  %24 = shl nuw nsw i32 %21, 6
  br label %25, !dbg !13

25:                                               ; preds = %32, %19
  %26 = phi i32 [ %52, %32 ], [ 0, %19 ], !dbg !13
  %27 = phi i32 [ %42, %32 ], [ 0, %19 ]
  %28 = phi i32 [ %41, %32 ], [ 0, %19 ]
  %29 = phi i32 [ %51, %32 ], [ 0, %19 ]
  %30 = phi i32 [ %50, %32 ], [ 0, %19 ]
  %31 = icmp slt i32 %26, %3, !dbg !13
  br i1 %31, label %32, label %.loopexit, !dbg !13

32:                                               ; preds = %25
  %33 = select i1 %22, i32 -1073741824, i32 %26, !dbg !7
  %34 = xor i32 %28, 1, !dbg !7
  %35 = shl i32 %27, 3, !dbg !7
  %36 = add i32 %35, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %36, i32 %34) #6, !dbg !7
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 8192;", "r,~{memory}"(i32 %36) #6, !dbg !7
  %37 = shl i32 %27, 13, !dbg !7
  %38 = add i32 %37, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}"(i32 %38, ptr nonnull %7, i32 %36, i32 %33, i32 %23) #6, !dbg !7
  %39 = add i32 %27, 1, !dbg !7
  %40 = icmp eq i32 %39, 3, !dbg !7
  %41 = select i1 %40, i32 %34, i32 %28, !dbg !7
  %42 = select i1 %40, i32 0, i32 %39, !dbg !7
  %43 = xor i32 %30, 1, !dbg !10
  %44 = shl i32 %29, 3, !dbg !10
  %45 = add i32 %44, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65608], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %45, i32 %43) #6, !dbg !10
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65584], 8192;", "r,~{memory}"(i32 %45) #6, !dbg !10
  %46 = shl i32 %29, 13, !dbg !10
  %47 = add i32 %46, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65584];", "r,l,r,r,r,~{memory}"(i32 %47, ptr nonnull %8, i32 %45, i32 %24, i32 %33) #6, !dbg !10
  %48 = add i32 %29, 1, !dbg !10
  %49 = icmp eq i32 %48, 3, !dbg !10
  %50 = select i1 %49, i32 %43, i32 %30, !dbg !10
  %51 = select i1 %49, i32 0, i32 %48, !dbg !10
  %52 = add i32 %26, 64, !dbg !13
  br label %25, !dbg !13

.loopexit:                                        ; preds = %25, %.critedge2
  %53 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %54 = icmp ult i32 %53, 4, !dbg !8
  br i1 %54, label %55, label %234, !dbg !8

55:                                               ; preds = %.loopexit
  %56 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %57 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %58 = zext nneg i32 %14 to i64
  %59 = shl nuw nsw i64 %58, 9
  %60 = icmp eq i32 %11, 0
  br label %61, !dbg !13

61:                                               ; preds = %100, %55
  %62 = phi i32 [ %200, %100 ], [ 0, %55 ], !dbg !13
  %63 = phi float [ %168, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %64 = phi float [ %169, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %65 = phi float [ %170, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %66 = phi float [ %171, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %67 = phi float [ %172, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %68 = phi float [ %173, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %69 = phi float [ %174, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %70 = phi float [ %175, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %71 = phi float [ %176, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %72 = phi float [ %177, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %73 = phi float [ %178, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %74 = phi float [ %179, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %75 = phi float [ %180, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %76 = phi float [ %181, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %77 = phi float [ %182, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %78 = phi float [ %183, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %79 = phi float [ %184, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %80 = phi float [ %185, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %81 = phi float [ %186, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %82 = phi float [ %187, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %83 = phi float [ %188, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %84 = phi float [ %189, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %85 = phi float [ %190, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %86 = phi float [ %191, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %87 = phi float [ %192, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %88 = phi float [ %193, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %89 = phi float [ %194, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %90 = phi float [ %195, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %91 = phi float [ %196, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %92 = phi float [ %197, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %93 = phi float [ %198, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %94 = phi float [ %199, %100 ], [ 0.000000e+00, %55 ], !dbg !14
  %95 = phi i32 [ %105, %100 ], [ 0, %55 ]
  %96 = phi i32 [ %104, %100 ], [ 0, %55 ]
  %97 = phi i32 [ %110, %100 ], [ 0, %55 ]
  %98 = phi i32 [ %109, %100 ], [ 0, %55 ]
  %99 = icmp slt i32 %62, %3, !dbg !13
  br i1 %99, label %100, label %201, !dbg !13

100:                                              ; preds = %61
  %101 = add i32 %95, 1, !dbg !7
  %102 = icmp eq i32 %101, 3, !dbg !7
  %103 = zext i1 %102 to i32, !dbg !7
  %104 = xor i32 %96, %103, !dbg !7
  %105 = select i1 %102, i32 0, i32 %101, !dbg !7
  %106 = add i32 %97, 1, !dbg !10
  %107 = icmp eq i32 %106, 3, !dbg !10
  %108 = zext i1 %107 to i32, !dbg !10
  %109 = xor i32 %98, %108, !dbg !10
  %110 = select i1 %107, i32 0, i32 %106, !dbg !10
  %111 = shl i32 %95, 3, !dbg !7
  %112 = add i32 %111, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %112, i32 %96) #6, !dbg !7
  %113 = shl i32 %97, 3, !dbg !10
  %114 = add i32 %113, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65584], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %114, i32 %98) #6, !dbg !10
  %115 = shl i32 %97, 13, !dbg !9
  %116 = add i32 %115, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 40960), !dbg !9
  %117 = lshr exact i32 %116, 4, !dbg !9
  %118 = and i32 %117, 16320, !dbg !9
  %119 = zext nneg i32 %118 to i64, !dbg !9
  %120 = or disjoint i64 %119, 4611686293338849280, !dbg !9
  %121 = shl i32 %95, 13, !dbg !9
  %122 = add i32 %121, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 16384), !dbg !9
  %123 = lshr exact i32 %122, 4, !dbg !9
  %124 = and i32 %123, 16320, !dbg !9
  %125 = zext nneg i32 %124 to i64, !dbg !9
  %126 = or disjoint i64 %125, 4611686293305360384, !dbg !9
  %127 = add nuw nsw i64 %126, %59, !dbg !9
  %128 = or disjoint i64 %127, 2, !dbg !9
  %129 = add nuw nsw i64 %119, 4611686293338849408, !dbg !9
  %130 = or disjoint i64 %127, 4, !dbg !9
  %131 = add nuw nsw i64 %119, 4611686293338849536, !dbg !9
  %132 = or disjoint i64 %127, 6, !dbg !9
  %133 = add nuw nsw i64 %119, 4611686293338849664, !dbg !9
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !9
  %134 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(i64 %127, i64 %120, i64 %128, i64 %129, i64 %130, i64 %131, i64 %132, i64 %133, float %63, float %64, float %65, float %66, float %67, float %68, float %69, float %70, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, float %94) #5, !dbg !9
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !9
  %135 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 0, !dbg !9
  %136 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 1, !dbg !9
  %137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 2, !dbg !9
  %138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 3, !dbg !9
  %139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 4, !dbg !9
  %140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 5, !dbg !9
  %141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 6, !dbg !9
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 7, !dbg !9
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 8, !dbg !9
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 9, !dbg !9
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 10, !dbg !9
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 11, !dbg !9
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 12, !dbg !9
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 13, !dbg !9
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 14, !dbg !9
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 15, !dbg !9
  %151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 16, !dbg !9
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 17, !dbg !9
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 18, !dbg !9
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 19, !dbg !9
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 20, !dbg !9
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 21, !dbg !9
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 22, !dbg !9
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 23, !dbg !9
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 24, !dbg !9
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 25, !dbg !9
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 26, !dbg !9
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 27, !dbg !9
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 28, !dbg !9
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 29, !dbg !9
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 30, !dbg !9
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %134, 31, !dbg !9
  %167 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}"(float %135, float %136, float %137, float %138, float %139, float %140, float %141, float %142, float %143, float %144, float %145, float %146, float %147, float %148, float %149, float %150, float %151, float %152, float %153, float %154, float %155, float %156, float %157, float %158, float %159, float %160, float %161, float %162, float %163, float %164, float %165, float %166) #5, !dbg !9
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 0, !dbg !9
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 1, !dbg !9
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 2, !dbg !9
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 3, !dbg !9
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 4, !dbg !9
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 5, !dbg !9
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 6, !dbg !9
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 7, !dbg !9
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 8, !dbg !9
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 9, !dbg !9
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 10, !dbg !9
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 11, !dbg !9
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 12, !dbg !9
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 13, !dbg !9
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 14, !dbg !9
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 15, !dbg !9
  %184 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 16, !dbg !9
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 17, !dbg !9
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 18, !dbg !9
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 19, !dbg !9
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 20, !dbg !9
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 21, !dbg !9
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 22, !dbg !9
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 23, !dbg !9
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 24, !dbg !9
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 25, !dbg !9
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 26, !dbg !9
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 27, !dbg !9
  %196 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 28, !dbg !9
  %197 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 29, !dbg !9
  %198 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 30, !dbg !9
  %199 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %167, 31, !dbg !9
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}"(i32 %112, i1 %60) #6, !dbg !7
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65608];", "r,b,~{memory}"(i32 %114, i1 %60) #6, !dbg !10
  %200 = add i32 %62, 64, !dbg !13
  br label %61, !dbg !13

201:                                              ; preds = %61
  %202 = shl nuw nsw i32 %57, 6, !dbg !6
  %203 = shl i32 %56, 6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %60) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %204 = shl nuw nsw i32 %12, 11, !dbg !6
  %205 = add i32 %204, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  %206 = lshr i32 %10, 1, !dbg !6
  %207 = and i32 %206, 1, !dbg !6
  %208 = shl nuw nsw i32 %10, 5, !dbg !6
  %209 = and i32 %208, 896, !dbg !6
  %210 = lshr i32 %10, 2, !dbg !6
  %211 = and i32 %210, 7, !dbg !6
  %212 = xor i32 %207, %211, !dbg !6
  %213 = shl nuw nsw i32 %10, 3, !dbg !6
  %214 = and i32 %213, 8, !dbg !6
  %215 = or disjoint i32 %214, %209, !dbg !6
  %216 = or disjoint i32 %215, %205, !dbg !6
  %217 = shl nuw nsw i32 %212, 4, !dbg !6
  %218 = or disjoint i32 %216, %217, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %218, float %63, float %64) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %218, float %65, float %66) #6, !dbg !6
  %219 = xor i32 %217, 32, !dbg !6
  %220 = or disjoint i32 %216, %219, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %67, float %68) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %69, float %70) #6, !dbg !6
  %221 = xor i32 %217, 64, !dbg !6
  %222 = or disjoint i32 %216, %221, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %71, float %72) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %73, float %74) #6, !dbg !6
  %223 = xor i32 %217, 96, !dbg !6
  %224 = or disjoint i32 %216, %223, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %224, float %75, float %76) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %224, float %77, float %78) #6, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %225 = shl nuw nsw i32 %12, 4, !dbg !6
  %226 = add i32 %225, %203, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %60, i32 %205, ptr nonnull %6, i32 %202, i32 %226) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %60) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %227 = add i32 %204, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 8192), !dbg !6
  %228 = or disjoint i32 %215, %227, !dbg !6
  %229 = or disjoint i32 %228, %217, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %79, float %80) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %81, float %82) #6, !dbg !6
  %230 = or disjoint i32 %228, %219, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %230, float %83, float %84) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %230, float %85, float %86) #6, !dbg !6
  %231 = or disjoint i32 %228, %221, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %231, float %87, float %88) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %231, float %89, float %90) #6, !dbg !6
  %232 = or disjoint i32 %228, %223, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %232, float %91, float %92) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %232, float %93, float %94) #6, !dbg !6
  %233 = or disjoint i32 %202, 32, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %60, i32 %227, ptr nonnull %6, i32 %233, i32 %226) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}"(i1 %60) #6, !dbg !8
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !8
  br label %234, !dbg !8

234:                                              ; preds = %201, %.loopexit
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
