; // tq: {"schema":1,"version":"0.1.0","entry":"product","arch":"sm_90a","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"K","type":"i32"},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"out_ptr_map0","role":"map","map":0},{"name":"a_ptr_map1","role":"map","map":1},{"name":"b_ptr_map2","role":"map","map":2}],"maps":[{"base":2,"type":"fp32","dims":[2147483647,2147483647],"strides":[-6],"box":[32,16],"swizzle":128},{"base":0,"type":"fp16","dims":[-4,2147483647],"strides":[-5],"box":[64,64],"swizzle":128},{"base":1,"type":"fp16","dims":[2147483647,-4],"strides":[-6],"box":[64,64],"swizzle":128}],"num_warps":5,"num_stages":3,"shared":65584,"overlaps":1024,"plan":"#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>","files":["hopper.tq"],"accesses":[{"file":0,"line":10,"column":13,"kind":"load","pointer":"a_ptr + m[:, None] * stride_a + k[None, :]","mask":"k[None, :] < K","tensor":"a_ptr"},{"file":0,"line":11,"column":13,"kind":"load","pointer":"b_ptr + k[:, None] * stride_b + n[None, :]","mask":"k[:, None] < K","tensor":"b_ptr"},{"file":0,"line":13,"column":5,"kind":"store","pointer":"out_ptr + m[:, None] * stride_b + n[None, :]","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 1024

define ptx_kernel void @product(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %6, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %7, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %8) #0 !dbg !3 {
  %10 = call range(i32 0, 160) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %11 = and i32 %10, 31, !dbg !7
  %12 = lshr i32 %10, 5, !dbg !8
  %13 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !9
  %14 = icmp eq i32 %10, 0, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %6, i1 %14) #7, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %7, i1 %14) #7, !dbg !7
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %8, i1 %14) #7, !dbg !10
  br i1 %14, label %15, label %.critedge, !dbg !7

15:                                               ; preds = %9
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65536], 1; mbarrier.init.shared::cta.b64 [$0+65544], 1; mbarrier.init.shared::cta.b64 [$0+65552], 1; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #7, !dbg !7
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !7
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+65560], 4; mbarrier.init.shared::cta.b64 [$0+65568], 4; mbarrier.init.shared::cta.b64 [$0+65576], 4; ", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #7, !dbg !7
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !7
  br label %.critedge, !dbg !7

.critedge:                                        ; preds = %9, %15
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x(), !dbg !8
  %17 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y(), !dbg !8
  %18 = mul i32 %16, %17, !dbg !8
  %19 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z(), !dbg !8
  %20 = mul i32 %18, %19, !dbg !8
  %21 = icmp ult i32 %20, 1025, !dbg !8
  call void asm sideeffect "@$0 griddepcontrol.wait;", "b,~{memory}"(i1 %21) #7, !dbg !8
  %22 = call i32 asm "mov.u32 $0, %nsmid;", "=r"() #7, !dbg !8
  %23 = lshr i32 %22, 4, !dbg !8
  %24 = sub i32 %22, %23, !dbg !8
  %25 = icmp uge i32 %20, %24, !dbg !8
  %26 = and i1 %21, %25, !dbg !8
  call void asm sideeffect "@$0 griddepcontrol.launch_dependents;", "b"(i1 %26) #7, !dbg !8
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !8
  %27 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %28 = icmp eq i32 %27, 4, !dbg !8
  br i1 %28, label %29, label %.loopexit, !dbg !8

29:                                               ; preds = %.critedge
  %30 = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1), !dbg !8
  %31 = extractvalue { i32, i1 } %30, 1, !dbg !8
  br i1 %31, label %32, label %.loopexit, !dbg !8

32:                                               ; preds = %29
  %33 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %34 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %35 = icmp slt i32 %3, 1
  %36 = shl i32 %33, 6
  %37 = shl nuw nsw i32 %34, 6
  br label %38, !dbg !13

38:                                               ; preds = %43, %32
  %39 = phi i32 [ %54, %43 ], [ 0, %32 ], !dbg !13
  %40 = phi i32 [ %52, %43 ], [ 0, %32 ]
  %41 = phi i32 [ %53, %43 ], [ 0, %32 ]
  %42 = icmp slt i32 %39, %3, !dbg !13
  br i1 %42, label %43, label %.loopexit, !dbg !13

43:                                               ; preds = %38
  %44 = select i1 %35, i32 1073741824, i32 %39, !dbg !7
  %45 = xor i32 %41, 1, !dbg !7
  %46 = shl i32 %40, 3, !dbg !7
  %47 = add i32 %46, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65560], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %47, i32 %45) #7, !dbg !7
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+65536], 16384;", "r,~{memory}"(i32 %47) #7, !dbg !7
  %48 = shl i32 %40, 13, !dbg !7
  %49 = add i32 %48, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+16384], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}"(i32 %49, ptr nonnull %7, i32 %47, i32 %44, i32 %36) #7, !dbg !7
  %50 = add i32 %40, 1, !dbg !7
  %51 = icmp eq i32 %50, 3, !dbg !7
  %52 = select i1 %51, i32 0, i32 %50, !dbg !7
  %53 = select i1 %51, i32 %45, i32 %41, !dbg !7
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+40960], [$1, {$3, $4}], [$2+65536];", "r,l,r,r,r,~{memory}"(i32 %49, ptr nonnull %8, i32 %47, i32 %37, i32 %44) #7, !dbg !10
  %54 = add i32 %39, 64, !dbg !13
  br label %38, !dbg !13

.loopexit:                                        ; preds = %38, %29, %.critedge
  %55 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %12, i32 0, i32 31), !dbg !8
  %56 = icmp ult i32 %55, 4, !dbg !8
  br i1 %56, label %.preheader, label %225, !dbg !8

.preheader:                                       ; preds = %.loopexit
  %57 = shl i32 %13, 7
  %58 = and i32 %57, -512
  %59 = add i32 %58, 65536
  %60 = icmp eq i32 %11, 0
  br label %61, !dbg !13

61:                                               ; preds = %.preheader, %98
  %62 = phi i32 [ %189, %98 ], [ 0, %.preheader ], !dbg !13
  %63 = phi float [ %157, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %64 = phi float [ %158, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %65 = phi float [ %159, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %66 = phi float [ %160, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %67 = phi float [ %161, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %68 = phi float [ %162, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %69 = phi float [ %163, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %70 = phi float [ %164, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %71 = phi float [ %165, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %72 = phi float [ %166, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %73 = phi float [ %167, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %74 = phi float [ %168, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %75 = phi float [ %169, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %76 = phi float [ %170, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %77 = phi float [ %171, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %78 = phi float [ %172, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %79 = phi float [ %173, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %80 = phi float [ %174, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %81 = phi float [ %175, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %82 = phi float [ %176, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %83 = phi float [ %177, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %84 = phi float [ %178, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %85 = phi float [ %179, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %86 = phi float [ %180, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %87 = phi float [ %181, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %88 = phi float [ %182, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %89 = phi float [ %183, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %90 = phi float [ %184, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %91 = phi float [ %185, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %92 = phi float [ %186, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %93 = phi float [ %187, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %94 = phi float [ %188, %98 ], [ 0.000000e+00, %.preheader ], !dbg !14
  %95 = phi i32 [ %101, %98 ], [ 0, %.preheader ]
  %96 = phi i32 [ %103, %98 ], [ 0, %.preheader ]
  %97 = icmp slt i32 %62, %3, !dbg !13
  br i1 %97, label %98, label %190, !dbg !13

98:                                               ; preds = %61
  %99 = add i32 %95, 1, !dbg !7
  %100 = icmp eq i32 %99, 3, !dbg !7
  %101 = select i1 %100, i32 0, i32 %99, !dbg !7
  %102 = zext i1 %100 to i32, !dbg !7
  %103 = xor i32 %96, %102, !dbg !7
  %104 = shl i32 %95, 3, !dbg !7
  %105 = add i32 %104, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !7
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+65536], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %105, i32 %96) #7, !dbg !7
  %106 = shl i32 %95, 13, !dbg !9
  %107 = add i32 %106, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 40960), !dbg !9
  %108 = lshr exact i32 %107, 4, !dbg !9
  %109 = and i32 %108, 16320, !dbg !9
  %110 = or disjoint i32 %109, 33554432, !dbg !9
  %111 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %110, i32 1073741888) #7, !dbg !9
  %112 = add i32 %106, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 16384), !dbg !9
  %113 = lshr exact i32 %112, 4, !dbg !9
  %114 = and i32 %113, 16320, !dbg !9
  %115 = add i32 %59, %114, !dbg !9
  %116 = call i64 asm "mov.b64 $0, {$1, $2};", "=l,r,r"(i32 %115, i32 1073741888) #7, !dbg !9
  %117 = add i64 %116, 2, !dbg !9
  %118 = add i64 %111, 128, !dbg !9
  %119 = add i64 %116, 4, !dbg !9
  %120 = add i64 %111, 256, !dbg !9
  %121 = add i64 %116, 6, !dbg !9
  %122 = add i64 %111, 384, !dbg !9
  call void @llvm.nvvm.wgmma.fence.sync.aligned(), !dbg !9
  %123 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(i64 %116, i64 %111, i64 %117, i64 %118, i64 %119, i64 %120, i64 %121, i64 %122, float %63, float %64, float %65, float %66, float %67, float %68, float %69, float %70, float %71, float %72, float %73, float %74, float %75, float %76, float %77, float %78, float %79, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, float %94) #6, !dbg !9
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned(), !dbg !9
  %124 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 0, !dbg !9
  %125 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 1, !dbg !9
  %126 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 2, !dbg !9
  %127 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 3, !dbg !9
  %128 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 4, !dbg !9
  %129 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 5, !dbg !9
  %130 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 6, !dbg !9
  %131 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 7, !dbg !9
  %132 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 8, !dbg !9
  %133 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 9, !dbg !9
  %134 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 10, !dbg !9
  %135 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 11, !dbg !9
  %136 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 12, !dbg !9
  %137 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 13, !dbg !9
  %138 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 14, !dbg !9
  %139 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 15, !dbg !9
  %140 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 16, !dbg !9
  %141 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 17, !dbg !9
  %142 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 18, !dbg !9
  %143 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 19, !dbg !9
  %144 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 20, !dbg !9
  %145 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 21, !dbg !9
  %146 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 22, !dbg !9
  %147 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 23, !dbg !9
  %148 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 24, !dbg !9
  %149 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 25, !dbg !9
  %150 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 26, !dbg !9
  %151 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 27, !dbg !9
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 28, !dbg !9
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 29, !dbg !9
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 30, !dbg !9
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %123, 31, !dbg !9
  %156 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}"(float %124, float %125, float %126, float %127, float %128, float %129, float %130, float %131, float %132, float %133, float %134, float %135, float %136, float %137, float %138, float %139, float %140, float %141, float %142, float %143, float %144, float %145, float %146, float %147, float %148, float %149, float %150, float %151, float %152, float %153, float %154, float %155) #6, !dbg !9
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 0, !dbg !9
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 1, !dbg !9
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 2, !dbg !9
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 3, !dbg !9
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 4, !dbg !9
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 5, !dbg !9
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 6, !dbg !9
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 7, !dbg !9
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 8, !dbg !9
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 9, !dbg !9
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 10, !dbg !9
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 11, !dbg !9
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 12, !dbg !9
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 13, !dbg !9
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 14, !dbg !9
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 15, !dbg !9
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 16, !dbg !9
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 17, !dbg !9
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 18, !dbg !9
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 19, !dbg !9
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 20, !dbg !9
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 21, !dbg !9
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 22, !dbg !9
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 23, !dbg !9
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 24, !dbg !9
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 25, !dbg !9
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 26, !dbg !9
  %184 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 27, !dbg !9
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 28, !dbg !9
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 29, !dbg !9
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 30, !dbg !9
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %156, 31, !dbg !9
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+65560];", "r,b,~{memory}"(i32 %105, i1 %60) #7, !dbg !7
  %189 = add i32 %62, 64, !dbg !13
  br label %61, !dbg !13

190:                                              ; preds = %61
  %191 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %192 = shl nuw nsw i32 %191, 6, !dbg !6
  %193 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %194 = shl i32 %193, 6, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %60) #7, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %195 = shl nuw nsw i32 %12, 11, !dbg !6
  %196 = add i32 %195, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  %197 = lshr i32 %10, 1, !dbg !6
  %198 = and i32 %197, 1, !dbg !6
  %199 = shl nuw nsw i32 %10, 5, !dbg !6
  %200 = and i32 %199, 896, !dbg !6
  %201 = lshr i32 %10, 2, !dbg !6
  %202 = and i32 %201, 7, !dbg !6
  %203 = xor i32 %198, %202, !dbg !6
  %204 = shl nuw nsw i32 %10, 3, !dbg !6
  %205 = and i32 %204, 8, !dbg !6
  %206 = or disjoint i32 %205, %200, !dbg !6
  %207 = or disjoint i32 %206, %196, !dbg !6
  %208 = shl nuw nsw i32 %203, 4, !dbg !6
  %209 = or disjoint i32 %207, %208, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %209, float %63, float %64) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %209, float %65, float %66) #7, !dbg !6
  %210 = xor i32 %208, 32, !dbg !6
  %211 = or disjoint i32 %207, %210, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %211, float %67, float %68) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %211, float %69, float %70) #7, !dbg !6
  %212 = xor i32 %208, 64, !dbg !6
  %213 = or disjoint i32 %207, %212, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %213, float %71, float %72) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %213, float %73, float %74) #7, !dbg !6
  %214 = xor i32 %208, 96, !dbg !6
  %215 = or disjoint i32 %207, %214, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %215, float %75, float %76) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %215, float %77, float %78) #7, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %216 = shl nuw nsw i32 %12, 4, !dbg !6
  %217 = add i32 %216, %194, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %60, i32 %196, ptr nonnull %6, i32 %192, i32 %217) #7, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 1;", "b,~{memory}"(i1 %60) #7, !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  %218 = add i32 %195, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 8192), !dbg !6
  %219 = or disjoint i32 %206, %218, !dbg !6
  %220 = or disjoint i32 %219, %208, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %79, float %80) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %220, float %81, float %82) #7, !dbg !6
  %221 = or disjoint i32 %219, %210, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %221, float %83, float %84) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %221, float %85, float %86) #7, !dbg !6
  %222 = or disjoint i32 %219, %212, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %87, float %88) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %222, float %89, float %90) #7, !dbg !6
  %223 = or disjoint i32 %219, %214, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+0], {$1, $2};", "r,f,f,~{memory}"(i32 %223, float %91, float %92) #7, !dbg !6
  call void asm sideeffect "st.shared.v2.b32 [$0+1024], {$1, $2};", "r,f,f,~{memory}"(i32 %223, float %93, float %94) #7, !dbg !6
  %224 = or disjoint i32 %192, 32, !dbg !6
  call void @llvm.nvvm.fence.proxy.async.shared_cta(), !dbg !6
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$2, {$3, $4}], [$1+0]; @$0 cp.async.bulk.commit_group;", "b,r,l,r,r,~{memory}"(i1 %60, i32 %218, ptr nonnull %6, i32 %224, i32 %217) #7, !dbg !6
  call void asm sideeffect "@$0 cp.async.bulk.wait_group.read 0;", "b,~{memory}"(i1 %60) #7, !dbg !8
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !8
  br label %225, !dbg !8

225:                                              ; preds = %190, %.loopexit
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

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.bar.warp.sync(i32) #4

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.fence.sync.aligned() #6

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned() #6

attributes #0 = { "nvvm.reqntid"="160" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nounwind }
attributes #4 = { convergent nocallback nounwind }
attributes #5 = { convergent nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #6 = { convergent nounwind }
attributes #7 = { nounwind }

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
