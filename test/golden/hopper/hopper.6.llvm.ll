; // tq: {"schema":1,"version":"0.1.0","entry":"product","arch":"sm_90a","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"K","type":"i32"},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"out_ptr_map0","role":"map","map":0},{"name":"a_ptr_map1","role":"map","map":1},{"name":"b_ptr_map2","role":"map","map":2}],"maps":[{"base":2,"type":"fp32","dims":[2147483647,2147483647],"strides":[-6],"box":[32,16],"swizzle":128},{"base":0,"type":"fp16","dims":[-4,2147483647],"strides":[-5],"box":[64,64],"swizzle":128},{"base":1,"type":"fp16","dims":[2147483647,-4],"strides":[-6],"box":[64,64],"swizzle":128}],"num_warps":5,"num_stages":3,"shared":65632,"overlaps":1024,"plan":"#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>","files":["hopper.tq"],"accesses":[{"file":0,"line":10,"column":13,"kind":"load","pointer":"a_ptr + m[:, None] * stride_a + k[None, :]","mask":"k[None, :] < K","tensor":"a_ptr"},{"file":0,"line":11,"column":13,"kind":"load","pointer":"b_ptr + k[:, None] * stride_b + n[None, :]","mask":"k[:, None] < K","tensor":"b_ptr"},{"file":0,"line":13,"column":5,"kind":"store","pointer":"out_ptr + m[:, None] * stride_b + n[None, :]","tensor":"out_ptr"}]}
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
  %15 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x(), !dbg !8
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y(), !dbg !8
  %17 = mul i32 %15, %16, !dbg !8
  %18 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z(), !dbg !8
  %19 = mul i32 %17, %18, !dbg !8
  %20 = icmp ult i32 %19, 1025, !dbg !8
  call void asm sideeffect "@$0 griddepcontrol.wait;", "b,~{memory}"(i1 %20) #6, !dbg !8
  %21 = call i32 asm "mov.u32 $0, %nsmid;", "=r"() #6, !dbg !8
  %22 = lshr i32 %21, 4, !dbg !8
  %23 = sub i32 %21, %22, !dbg !8
  %24 = icmp uge i32 %19, %23, !dbg !8
  %25 = and i1 %20, %24, !dbg !8
  call void asm sideeffect "@$0 griddepcontrol.launch_dependents;", "b"(i1 %25) #6, !dbg !8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !8
  %26 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %27 = icmp eq i32 %26, 4, !dbg !8
  %28 = icmp eq i32 %10, 128, !dbg !8
  %or.cond = and i1 %28, %27, !dbg !8
  br i1 %or.cond, label %29, label %.loopexit, !dbg !8

29:                                               ; preds = %.critedge2
  %30 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %31 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %32 = icmp slt i32 %3, 1
  %33 = shl i32 %30, 6
  %34 = shl nuw nsw i32 %31, 6
  br label %35, !dbg !13

35:                                               ; preds = %42, %29
  %36 = phi i32 [ %62, %42 ], [ 0, %29 ], !dbg !13
  %37 = phi i32 [ %51, %42 ], [ 0, %29 ]
  %38 = phi i32 [ %52, %42 ], [ 0, %29 ]
  %39 = phi i32 [ %60, %42 ], [ 0, %29 ]
  %40 = phi i32 [ %61, %42 ], [ 0, %29 ]
  %41 = icmp slt i32 %36, %3, !dbg !13
  br i1 %41, label %42, label %.loopexit, !dbg !13

42:                                               ; preds = %35
  %43 = select i1 %32, i32 1073741824, i32 %36, !dbg !7
  %44 = xor i32 %38, 1, !dbg !7
  %45 = shl i32 %37, 3, !dbg !7
  %46 = add i32 %45, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %46, i32 %44) #6, !dbg !7
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 8192;", "r,~{memory}"(i32 %46) #6, !dbg !7
  %47 = shl i32 %37, 13, !dbg !7
  %48 = add i32 %47, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}"(i32 %48, ptr nonnull %7, i32 %46, i32 %43, i32 %33) #6, !dbg !7
  %49 = add i32 %37, 1, !dbg !7
  %50 = icmp eq i32 %49, 3, !dbg !7
  %51 = select i1 %50, i32 0, i32 %49, !dbg !7
  %52 = select i1 %50, i32 %44, i32 %38, !dbg !7
  %53 = xor i32 %40, 1, !dbg !10
  %54 = shl i32 %39, 3, !dbg !10
  %55 = add i32 %54, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65608], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %55, i32 %53) #6, !dbg !10
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65584], 8192;", "r,~{memory}"(i32 %55) #6, !dbg !10
  %56 = shl i32 %39, 13, !dbg !10
  %57 = add i32 %56, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65584];", "r,l,r,r,r,~{memory}"(i32 %57, ptr nonnull %8, i32 %55, i32 %34, i32 %43) #6, !dbg !10
  %58 = add i32 %39, 1, !dbg !10
  %59 = icmp eq i32 %58, 3, !dbg !10
  %60 = select i1 %59, i32 0, i32 %58, !dbg !10
  %61 = select i1 %59, i32 %53, i32 %40, !dbg !10
  %62 = add i32 %36, 64, !dbg !13
  br label %35, !dbg !13

.loopexit:                                        ; preds = %35, %.critedge2
  %63 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %64 = icmp ult i32 %63, 4, !dbg !8
  br i1 %64, label %.preheader, label %243, !dbg !8

.preheader:                                       ; preds = %.loopexit
  %65 = shl i32 %13, 7
  %66 = and i32 %65, -512
  %67 = add i32 %66, 65536
  %68 = icmp eq i32 %11, 0
  br label %69, !dbg !13

69:                                               ; preds = %.preheader, %108
  %70 = phi i32 [ %207, %108 ], [ 0, %.preheader ], !dbg !13
  %71 = phi float [ %175, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %72 = phi float [ %176, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %73 = phi float [ %177, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %74 = phi float [ %178, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %75 = phi float [ %179, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %76 = phi float [ %180, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %77 = phi float [ %181, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %78 = phi float [ %182, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %79 = phi float [ %183, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %80 = phi float [ %184, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %81 = phi float [ %185, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %82 = phi float [ %186, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %83 = phi float [ %187, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %84 = phi float [ %188, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %85 = phi float [ %189, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %86 = phi float [ %190, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %87 = phi float [ %191, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %88 = phi float [ %192, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %89 = phi float [ %193, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %90 = phi float [ %194, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %91 = phi float [ %195, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %92 = phi float [ %196, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %93 = phi float [ %197, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %94 = phi float [ %198, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %95 = phi float [ %199, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %96 = phi float [ %200, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %97 = phi float [ %201, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %98 = phi float [ %202, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %99 = phi float [ %203, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %100 = phi float [ %204, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %101 = phi float [ %205, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %102 = phi float [ %206, %108 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %103 = phi i32 [ %111, %108 ], [ 0, %.preheader ]
  %104 = phi i32 [ %113, %108 ], [ 0, %.preheader ]
  %105 = phi i32 [ %116, %108 ], [ 0, %.preheader ]
  %106 = phi i32 [ %118, %108 ], [ 0, %.preheader ]
  %107 = icmp slt i32 %70, %3, !dbg !13
  br i1 %107, label %108, label %208, !dbg !13

108:                                              ; preds = %69
  %109 = add i32 %103, 1, !dbg !7
  %110 = icmp eq i32 %109, 3, !dbg !7
  %111 = select i1 %110, i32 0, i32 %109, !dbg !7
  %112 = zext i1 %110 to i32, !dbg !7
  %113 = xor i32 %104, %112, !dbg !7
  %114 = add i32 %105, 1, !dbg !10
  %115 = icmp eq i32 %114, 3, !dbg !10
  %116 = select i1 %115, i32 0, i32 %114, !dbg !10
  %117 = zext i1 %115 to i32, !dbg !10
  %118 = xor i32 %106, %117, !dbg !10
  %119 = shl i32 %103, 3, !dbg !7
  %120 = add i32 %119, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %120, i32 %104) #6, !dbg !7
  %121 = shl i32 %105, 3, !dbg !10
  %122 = add i32 %121, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65584], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %122, i32 %106) #6, !dbg !10
  %123 = shl i32 %105, 13, !dbg !9
  %124 = add i32 %123, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 40960), !dbg !9
  %125 = lshr exact i32 %124, 4, !dbg !9
  %126 = and i32 %125, 16320, !dbg !9
  %127 = or disjoint i32 %126, 33554432, !dbg !9
  %128 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %127, i32 1073741888) #6, !dbg !9
  %129 = shl i32 %103, 13, !dbg !9
  %130 = add i32 %129, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 16384), !dbg !9
  %131 = lshr exact i32 %130, 4, !dbg !9
  %132 = and i32 %131, 16320, !dbg !9
  %133 = add i32 %67, %132, !dbg !9
  %134 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %133, i32 1073741888) #6, !dbg !9
  %135 = add i64 %134, 2, !dbg !9
  %136 = add i64 %128, 128, !dbg !9
  %137 = add i64 %134, 4, !dbg !9
  %138 = add i64 %128, 256, !dbg !9
  %139 = add i64 %134, 6, !dbg !9
  %140 = add i64 %128, 384, !dbg !9
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !9
  %141 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(i64 %134, i64 %128, i64 %135, i64 %136, i64 %137, i64 %138, i64 %139, i64 %140, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, float %94, float %95, float %96, float %97, float %98, float %99, float %100, float %101, float %102) #5, !dbg !9
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !9
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 0, !dbg !9
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 1, !dbg !9
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 2, !dbg !9
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 3, !dbg !9
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 4, !dbg !9
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 5, !dbg !9
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 6, !dbg !9
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 7, !dbg !9
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 8, !dbg !9
  %151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 9, !dbg !9
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 10, !dbg !9
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 11, !dbg !9
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 12, !dbg !9
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 13, !dbg !9
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 14, !dbg !9
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 15, !dbg !9
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 16, !dbg !9
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 17, !dbg !9
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 18, !dbg !9
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 19, !dbg !9
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 20, !dbg !9
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 21, !dbg !9
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 22, !dbg !9
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 23, !dbg !9
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 24, !dbg !9
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 25, !dbg !9
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 26, !dbg !9
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 27, !dbg !9
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 28, !dbg !9
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 29, !dbg !9
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 30, !dbg !9
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %141, 31, !dbg !9
  %174 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}"(float %142, float %143, float %144, float %145, float %146, float %147, float %148, float %149, float %150, float %151, float %152, float %153, float %154, float %155, float %156, float %157, float %158, float %159, float %160, float %161, float %162, float %163, float %164, float %165, float %166, float %167, float %168, float %169, float %170, float %171, float %172, float %173) #5, !dbg !9
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 0, !dbg !9
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 1, !dbg !9
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 2, !dbg !9
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 3, !dbg !9
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 4, !dbg !9
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 5, !dbg !9
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 6, !dbg !9
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 7, !dbg !9
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 8, !dbg !9
  %184 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 9, !dbg !9
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 10, !dbg !9
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 11, !dbg !9
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 12, !dbg !9
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 13, !dbg !9
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 14, !dbg !9
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 15, !dbg !9
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 16, !dbg !9
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 17, !dbg !9
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 18, !dbg !9
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 19, !dbg !9
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 20, !dbg !9
  %196 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 21, !dbg !9
  %197 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 22, !dbg !9
  %198 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 23, !dbg !9
  %199 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 24, !dbg !9
  %200 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 25, !dbg !9
  %201 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 26, !dbg !9
  %202 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 27, !dbg !9
  %203 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 28, !dbg !9
  %204 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 29, !dbg !9
  %205 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 30, !dbg !9
  %206 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %174, 31, !dbg !9
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}"(i32 %120, i1 %68) #6, !dbg !7
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65608];", "r,b,~{memory}"(i32 %122, i1 %68) #6, !dbg !10
  %207 = add i32 %70, 64, !dbg !13
  br label %69, !dbg !13

208:                                              ; preds = %69
  %209 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %210 = shl nuw nsw i32 %209, 6, !dbg !6
  %211 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %212 = shl i32 %211, 6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %68) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %213 = shl nuw nsw i32 %12, 11, !dbg !6
  %214 = add i32 %213, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  %215 = lshr i32 %10, 1, !dbg !6
  %216 = and i32 %215, 1, !dbg !6
  %217 = shl nuw nsw i32 %10, 5, !dbg !6
  %218 = and i32 %217, 896, !dbg !6
  %219 = lshr i32 %10, 2, !dbg !6
  %220 = and i32 %219, 7, !dbg !6
  %221 = xor i32 %216, %220, !dbg !6
  %222 = shl nuw nsw i32 %10, 3, !dbg !6
  %223 = and i32 %222, 8, !dbg !6
  %224 = or disjoint i32 %223, %218, !dbg !6
  %225 = or disjoint i32 %224, %214, !dbg !6
  %226 = shl nuw nsw i32 %221, 4, !dbg !6
  %227 = or disjoint i32 %225, %226, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %227, float %71, float %72) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %227, float %73, float %74) #6, !dbg !6
  %228 = xor i32 %226, 32, !dbg !6
  %229 = or disjoint i32 %225, %228, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %75, float %76) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %229, float %77, float %78) #6, !dbg !6
  %230 = xor i32 %226, 64, !dbg !6
  %231 = or disjoint i32 %225, %230, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %231, float %79, float %80) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %231, float %81, float %82) #6, !dbg !6
  %232 = xor i32 %226, 96, !dbg !6
  %233 = or disjoint i32 %225, %232, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %233, float %83, float %84) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %233, float %85, float %86) #6, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %234 = shl nuw nsw i32 %12, 4, !dbg !6
  %235 = add i32 %234, %212, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %68, i32 %214, ptr nonnull %6, i32 %210, i32 %235) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %68) #6, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %236 = add i32 %213, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 8192), !dbg !6
  %237 = or disjoint i32 %224, %236, !dbg !6
  %238 = or disjoint i32 %237, %226, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %238, float %87, float %88) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %238, float %89, float %90) #6, !dbg !6
  %239 = or disjoint i32 %237, %228, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %239, float %91, float %92) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %239, float %93, float %94) #6, !dbg !6
  %240 = or disjoint i32 %237, %230, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %240, float %95, float %96) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %240, float %97, float %98) #6, !dbg !6
  %241 = or disjoint i32 %237, %232, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %241, float %99, float %100) #6, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %241, float %101, float %102) #6, !dbg !6
  %242 = or disjoint i32 %210, 32, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %68, i32 %236, ptr nonnull %6, i32 %242, i32 %235) #6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}"(i1 %68) #6, !dbg !8
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !8
  br label %243, !dbg !8

243:                                              ; preds = %208, %.loopexit
  ret void, !dbg !6
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.fence.proxy.async.shared_cta() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.z() #1

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
