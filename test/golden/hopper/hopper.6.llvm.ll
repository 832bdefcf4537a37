; // tq: {"schema":1,"version":"0.1.0","entry":"product","arch":"sm_90a","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"K","type":"i32"},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"a_ptr_map0","role":"map","map":0},{"name":"b_ptr_map1","role":"map","map":1}],"maps":[{"base":0,"type":"fp16","dims":[-4,2147483647],"strides":[-5],"box":[64,64],"swizzle":128},{"base":1,"type":"fp16","dims":[2147483647,-4],"strides":[-6],"box":[64,64],"swizzle":128}],"num_warps":5,"num_stages":3,"shared":49248,"plan":"#tqg.plan<warps = 4, stages = 3, roles = 2, cluster = 1>","files":["hopper.tq"],"accesses":[{"file":0,"line":10,"column":13,"kind":"load","pointer":"a_ptr + m[:, None] * stride_a + k[None, :]","mask":"k[None, :] < K","tensor":"a_ptr"},{"file":0,"line":11,"column":13,"kind":"load","pointer":"b_ptr + k[:, None] * stride_b + n[None, :]","mask":"k[:, None] < K","tensor":"b_ptr"},{"file":0,"line":13,"column":5,"kind":"store","pointer":"out_ptr + m[:, None] * stride_b + n[None, :]","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 1024

define ptx_kernel void @product(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %6, ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %7) #0 !dbg !3 {
  %9 = call range(i32 0, 160) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %10 = and i32 %9, 31, !dbg !7
  %11 = lshr i32 %9, 5, !dbg !8
  %12 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %11, i32 0, i32 31), !dbg !9
  %13 = lshr i32 %12, 2, !dbg !9
  %14 = icmp eq i32 %9, 0, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %6, i1 %14) #4, !dbg !6
  call void asm sideeffect "@$1 prefetch.tensormap [$0];", "l,b"(ptr nonnull %7, i1 %14) #4, !dbg !10
  br i1 %14, label %.critedge, label %.critedge2, !dbg !6

.critedge:                                        ; preds = %8
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+49152], 1; mbarrier.init.shared::cta.b64 [$0+49160], 1; mbarrier.init.shared::cta.b64 [$0+49168], 1; fence.proxy.async.shared::cta;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #4, !dbg !6
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+49176], 4; mbarrier.init.shared::cta.b64 [$0+49184], 4; mbarrier.init.shared::cta.b64 [$0+49192], 4; fence.proxy.async.shared::cta;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #4, !dbg !6
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+49200], 1; mbarrier.init.shared::cta.b64 [$0+49208], 1; mbarrier.init.shared::cta.b64 [$0+49216], 1; fence.proxy.async.shared::cta;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #4, !dbg !10
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0+49224], 4; mbarrier.init.shared::cta.b64 [$0+49232], 4; mbarrier.init.shared::cta.b64 [$0+49240], 4; fence.proxy.async.shared::cta;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @tq_shared to i32)) #4, !dbg !10
  br label %.critedge2, !dbg !10

.critedge2:                                       ; preds = %8, %.critedge
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !8
  %15 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %11, i32 0, i32 31), !dbg !8
  %16 = icmp eq i32 %15, 4, !dbg !8
  %17 = icmp eq i32 %9, 128, !dbg !8
  %or.cond = and i1 %17, %16, !dbg !8
  br i1 %or.cond, label %18, label %.loopexit, !dbg !8

18:                                               ; preds = %.critedge2
  %19 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %20 = shl i32 %19, 6, !dbg !11
  %21 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %22 = shl nuw nsw i32 %21, 6, !dbg !12
  %23 = icmp slt i32 %3, 1
  br label %24, !dbg !13

24:                                               ; preds = %31, %18
  %25 = phi i32 [ %51, %31 ], [ 0, %18 ], !dbg !13
  %26 = phi i32 [ %41, %31 ], [ 0, %18 ]
  %27 = phi i32 [ %40, %31 ], [ 0, %18 ]
  %28 = phi i32 [ %50, %31 ], [ 0, %18 ]
  %29 = phi i32 [ %49, %31 ], [ 0, %18 ]
  %30 = icmp slt i32 %25, %3, !dbg !13
  br i1 %30, label %31, label %.loopexit, !dbg !13

31:                                               ; preds = %24
  %32 = select i1 %23, i32 -1073741824, i32 %25, !dbg !6
  %33 = xor i32 %27, 1, !dbg !6
  %34 = shl i32 %26, 3, !dbg !6
  %35 = add i32 %34, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49176], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %35, i32 %33) #4, !dbg !6
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+49152], 8192;", "r,~{memory}"(i32 %35) #4, !dbg !6
  %36 = shl i32 %26, 13, !dbg !6
  %37 = add i32 %36, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+0], [$1, {$3, $4}], [$2+49152];", "r,l,r,r,r,~{memory}"(i32 %37, ptr nonnull %6, i32 %35, i32 %32, i32 %20) #4, !dbg !6
  %38 = add i32 %26, 1, !dbg !6
  %39 = icmp eq i32 %38, 3, !dbg !6
  %40 = select i1 %39, i32 %33, i32 %27, !dbg !6
  %41 = select i1 %39, i32 0, i32 %38, !dbg !6
  %42 = xor i32 %29, 1, !dbg !10
  %43 = shl i32 %28, 3, !dbg !10
  %44 = add i32 %43, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49224], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %44, i32 %42) #4, !dbg !10
  call void asm sideeffect "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0+49200], 8192;", "r,~{memory}"(i32 %44) #4, !dbg !10
  %45 = shl i32 %28, 13, !dbg !10
  %46 = add i32 %45, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0+24576], [$1, {$3, $4}], [$2+49200];", "r,l,r,r,r,~{memory}"(i32 %46, ptr nonnull %7, i32 %44, i32 %22, i32 %32) #4, !dbg !10
  %47 = add i32 %28, 1, !dbg !10
  %48 = icmp eq i32 %47, 3, !dbg !10
  %49 = select i1 %48, i32 %42, i32 %29, !dbg !10
  %50 = select i1 %48, i32 0, i32 %47, !dbg !10
  %51 = add i32 %25, 64, !dbg !13
  br label %24, !dbg !13

.loopexit:                                        ; preds = %24, %.critedge2
  %52 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %11, i32 0, i32 31), !dbg !8
  %53 = icmp ult i32 %52, 4, !dbg !8
  br i1 %53, label %54, label %349, !dbg !8

54:                                               ; preds = %.loopexit
  %55 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %56 = shl i32 %55, 6, !dbg !11
  %57 = and i32 %9, 16, !dbg !7
  %58 = lshr exact i32 %57, 4, !dbg !7
  %59 = and i32 %11, 3, !dbg !7
  %60 = shl nuw nsw i32 %59, 1, !dbg !7
  %61 = or disjoint i32 %60, %58, !dbg !7
  %62 = shl nuw nsw i32 %9, 2, !dbg !7
  %63 = and i32 %62, 60, !dbg !7
  %64 = or disjoint i32 %61, %56, !dbg !11
  %65 = or disjoint i32 %64, 8, !dbg !11
  %66 = or disjoint i32 %64, 16, !dbg !11
  %67 = or disjoint i32 %64, 24, !dbg !11
  %68 = or disjoint i32 %64, 32, !dbg !11
  %69 = or disjoint i32 %64, 40, !dbg !11
  %70 = or disjoint i32 %64, 48, !dbg !11
  %71 = or disjoint i32 %64, 56, !dbg !11
  %72 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !12
  %73 = shl nuw nsw i32 %72, 6, !dbg !12
  %74 = or disjoint i32 %63, %73, !dbg !12
  %75 = zext nneg i32 %13 to i64
  %76 = shl nuw nsw i64 %75, 9
  %77 = icmp eq i32 %10, 0
  br label %78, !dbg !13

78:                                               ; preds = %117, %54
  %79 = phi i32 [ %217, %117 ], [ 0, %54 ], !dbg !13
  %80 = phi float [ %185, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %81 = phi float [ %186, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %82 = phi float [ %187, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %83 = phi float [ %188, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %84 = phi float [ %189, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %85 = phi float [ %190, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %86 = phi float [ %191, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %87 = phi float [ %192, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %88 = phi float [ %193, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %89 = phi float [ %194, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %90 = phi float [ %195, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %91 = phi float [ %196, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %92 = phi float [ %197, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %93 = phi float [ %198, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %94 = phi float [ %199, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %95 = phi float [ %200, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %96 = phi float [ %201, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %97 = phi float [ %202, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %98 = phi float [ %203, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %99 = phi float [ %204, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %100 = phi float [ %205, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %101 = phi float [ %206, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %102 = phi float [ %207, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %103 = phi float [ %208, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %104 = phi float [ %209, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %105 = phi float [ %210, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %106 = phi float [ %211, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %107 = phi float [ %212, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %108 = phi float [ %213, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %109 = phi float [ %214, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %110 = phi float [ %215, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %111 = phi float [ %216, %117 ], [ 0.000000e+00, %54 ], !dbg !14
  %112 = phi i32 [ %122, %117 ], [ 0, %54 ]
  %113 = phi i32 [ %121, %117 ], [ 0, %54 ]
  %114 = phi i32 [ %127, %117 ], [ 0, %54 ]
  %115 = phi i32 [ %126, %117 ], [ 0, %54 ]
  %116 = icmp slt i32 %79, %3, !dbg !13
  br i1 %116, label %117, label %218, !dbg !13

117:                                              ; preds = %78
  %118 = add i32 %112, 1, !dbg !6
  %119 = icmp eq i32 %118, 3, !dbg !6
  %120 = zext i1 %119 to i32, !dbg !6
  %121 = xor i32 %113, %120, !dbg !6
  %122 = select i1 %119, i32 0, i32 %118, !dbg !6
  %123 = add i32 %114, 1, !dbg !10
  %124 = icmp eq i32 %123, 3, !dbg !10
  %125 = zext i1 %124 to i32, !dbg !10
  %126 = xor i32 %115, %125, !dbg !10
  %127 = select i1 %124, i32 0, i32 %123, !dbg !10
  %128 = shl i32 %112, 3, !dbg !6
  %129 = add i32 %128, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !6
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49152], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %129, i32 %113) #4, !dbg !6
  %130 = shl i32 %114, 3, !dbg !10
  %131 = add i32 %130, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !10
  call void asm sideeffect "{ .reg .pred p; TQ_WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [$0+49200], $1; @!p bra.uni TQ_WAIT; }", "r,r,~{memory}"(i32 %131, i32 %115) #4, !dbg !10
  %132 = shl i32 %114, 13, !dbg !9
  %133 = add i32 %132, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 24576), !dbg !9
  %134 = lshr exact i32 %133, 4, !dbg !9
  %135 = and i32 %134, 16320, !dbg !9
  %136 = zext nneg i32 %135 to i64, !dbg !9
  %137 = or disjoint i64 %136, 4611686293338849280, !dbg !9
  %138 = shl i32 %112, 13, !dbg !9
  %139 = add i32 %138, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !9
  %140 = lshr exact i32 %139, 4, !dbg !9
  %141 = and i32 %140, 16320, !dbg !9
  %142 = zext nneg i32 %141 to i64, !dbg !9
  %143 = or disjoint i64 %142, 4611686293305360384, !dbg !9
  %144 = add nuw nsw i64 %143, %76, !dbg !9
  %145 = or disjoint i64 %144, 2, !dbg !9
  %146 = add nuw nsw i64 %136, 4611686293338849408, !dbg !9
  %147 = or disjoint i64 %144, 4, !dbg !9
  %148 = add nuw nsw i64 %136, 4611686293338849536, !dbg !9
  %149 = or disjoint i64 %144, 6, !dbg !9
  %150 = add nuw nsw i64 %136, 4611686293338849664, !dbg !9
  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"() #5, !dbg !9
  %151 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $32, $33, p, 1, 1, 0, 1; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $34, $35, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $36, $37, p, 1, 1, 0, 1; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31}, $38, $39, p, 1, 1, 0, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,l,l,l,l,l,l,l,l,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"(i64 %144, i64 %137, i64 %145, i64 %146, i64 %147, i64 %148, i64 %149, i64 %150, float %80, float %81, float %82, float %83, float %84, float %85, float %86, float %87, float %88, float %89, float %90, float %91, float %92, float %93, float %94, float %95, float %96, float %97, float %98, float %99, float %100, float %101, float %102, float %103, float %104, float %105, float %106, float %107, float %108, float %109, float %110, float %111) #5, !dbg !9
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""() #5, !dbg !9
  %152 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 0, !dbg !9
  %153 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 1, !dbg !9
  %154 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 2, !dbg !9
  %155 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 3, !dbg !9
  %156 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 4, !dbg !9
  %157 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 5, !dbg !9
  %158 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 6, !dbg !9
  %159 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 7, !dbg !9
  %160 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 8, !dbg !9
  %161 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 9, !dbg !9
  %162 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 10, !dbg !9
  %163 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 11, !dbg !9
  %164 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 12, !dbg !9
  %165 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 13, !dbg !9
  %166 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 14, !dbg !9
  %167 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 15, !dbg !9
  %168 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 16, !dbg !9
  %169 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 17, !dbg !9
  %170 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 18, !dbg !9
  %171 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 19, !dbg !9
  %172 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 20, !dbg !9
  %173 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 21, !dbg !9
  %174 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 22, !dbg !9
  %175 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 23, !dbg !9
  %176 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 24, !dbg !9
  %177 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 25, !dbg !9
  %178 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 26, !dbg !9
  %179 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 27, !dbg !9
  %180 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 28, !dbg !9
  %181 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 29, !dbg !9
  %182 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 30, !dbg !9
  %183 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %151, 31, !dbg !9
  %184 = call { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,~{memory}"(float %152, float %153, float %154, float %155, float %156, float %157, float %158, float %159, float %160, float %161, float %162, float %163, float %164, float %165, float %166, float %167, float %168, float %169, float %170, float %171, float %172, float %173, float %174, float %175, float %176, float %177, float %178, float %179, float %180, float %181, float %182, float %183) #5, !dbg !9
  %185 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 0, !dbg !9
  %186 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 1, !dbg !9
  %187 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 2, !dbg !9
  %188 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 3, !dbg !9
  %189 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 4, !dbg !9
  %190 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 5, !dbg !9
  %191 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 6, !dbg !9
  %192 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 7, !dbg !9
  %193 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 8, !dbg !9
  %194 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 9, !dbg !9
  %195 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 10, !dbg !9
  %196 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 11, !dbg !9
  %197 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 12, !dbg !9
  %198 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 13, !dbg !9
  %199 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 14, !dbg !9
  %200 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 15, !dbg !9
  %201 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 16, !dbg !9
  %202 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 17, !dbg !9
  %203 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 18, !dbg !9
  %204 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 19, !dbg !9
  %205 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 20, !dbg !9
  %206 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 21, !dbg !9
  %207 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 22, !dbg !9
  %208 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 23, !dbg !9
  %209 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 24, !dbg !9
  %210 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 25, !dbg !9
  %211 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 26, !dbg !9
  %212 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 27, !dbg !9
  %213 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 28, !dbg !9
  %214 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 29, !dbg !9
  %215 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 30, !dbg !9
  %216 = extractvalue { float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float, float } %184, 31, !dbg !9
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+49176];", "r,b,~{memory}"(i32 %129, i1 %77) #4, !dbg !6
  call void asm sideeffect "@$1 mbarrier.arrive.shared::cta.b64 _, [$0+49224];", "r,b,~{memory}"(i32 %131, i1 %77) #4, !dbg !10
  %217 = add i32 %79, 64, !dbg !13
  br label %78, !dbg !13

218:                                              ; preds = %78
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128), !dbg !8
  %219 = and i32 %62, 28, !dbg !13
  %220 = shl nuw nsw i32 %9, 3, !dbg !13
  %221 = and i32 %220, 192, !dbg !13
  %222 = or disjoint i32 %219, %221, !dbg !13
  %223 = and i32 %220, 8, !dbg !13
  %224 = and i32 %9, 2, !dbg !13
  %.not = icmp eq i32 %224, 0, !dbg !13
  %225 = select i1 %.not, i32 0, i32 1028, !dbg !13
  %226 = and i32 %9, 4, !dbg !13
  %.not3 = icmp eq i32 %226, 0, !dbg !13
  %227 = select i1 %.not3, i32 0, i32 2064, !dbg !13
  %228 = and i32 %62, 32, !dbg !13
  %229 = or disjoint i32 %228, %223, !dbg !13
  %230 = or disjoint i32 %229, %225, !dbg !13
  %231 = or disjoint i32 %230, %227, !dbg !13
  %232 = xor i32 %231, %57, !dbg !13
  %233 = shl nuw nsw i32 %59, 10, !dbg !13
  %234 = shl nuw nsw i32 %222, 2, !dbg !13
  %235 = or disjoint i32 %233, %234, !dbg !13
  %236 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %235, !dbg !13
  %237 = insertelement <4 x float> poison, float %80, i64 0, !dbg !13
  %238 = insertelement <4 x float> %237, float %81, i64 1, !dbg !13
  %239 = insertelement <4 x float> %238, float %82, i64 2, !dbg !13
  %240 = insertelement <4 x float> %239, float %83, i64 3, !dbg !13
  store <4 x float> %240, ptr addrspace(3) %236, align 16, !dbg !13
  %241 = xor i32 %235, 4112, !dbg !13
  %242 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %241, !dbg !13
  %243 = insertelement <4 x float> poison, float %84, i64 0, !dbg !13
  %244 = insertelement <4 x float> %243, float %85, i64 1, !dbg !13
  %245 = insertelement <4 x float> %244, float %86, i64 2, !dbg !13
  %246 = insertelement <4 x float> %245, float %87, i64 3, !dbg !13
  store <4 x float> %246, ptr addrspace(3) %242, align 16, !dbg !13
  %247 = xor i32 %235, 8256, !dbg !13
  %248 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %247, !dbg !13
  %249 = insertelement <4 x float> poison, float %88, i64 0, !dbg !13
  %250 = insertelement <4 x float> %249, float %89, i64 1, !dbg !13
  %251 = insertelement <4 x float> %250, float %90, i64 2, !dbg !13
  %252 = insertelement <4 x float> %251, float %91, i64 3, !dbg !13
  store <4 x float> %252, ptr addrspace(3) %248, align 16, !dbg !13
  %253 = xor i32 %235, 12368, !dbg !13
  %254 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %253, !dbg !13
  %255 = insertelement <4 x float> poison, float %92, i64 0, !dbg !13
  %256 = insertelement <4 x float> %255, float %93, i64 1, !dbg !13
  %257 = insertelement <4 x float> %256, float %94, i64 2, !dbg !13
  %258 = insertelement <4 x float> %257, float %95, i64 3, !dbg !13
  store <4 x float> %258, ptr addrspace(3) %254, align 16, !dbg !13
  %259 = getelementptr i8, ptr addrspace(3) %236, i32 128, !dbg !13
  %260 = insertelement <4 x float> poison, float %96, i64 0, !dbg !13
  %261 = insertelement <4 x float> %260, float %97, i64 1, !dbg !13
  %262 = insertelement <4 x float> %261, float %98, i64 2, !dbg !13
  %263 = insertelement <4 x float> %262, float %99, i64 3, !dbg !13
  store <4 x float> %263, ptr addrspace(3) %259, align 16, !dbg !13
  %264 = xor i32 %235, 4240, !dbg !13
  %265 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %264, !dbg !13
  %266 = insertelement <4 x float> poison, float %100, i64 0, !dbg !13
  %267 = insertelement <4 x float> %266, float %101, i64 1, !dbg !13
  %268 = insertelement <4 x float> %267, float %102, i64 2, !dbg !13
  %269 = insertelement <4 x float> %268, float %103, i64 3, !dbg !13
  store <4 x float> %269, ptr addrspace(3) %265, align 16, !dbg !13
  %270 = xor i32 %235, 8384, !dbg !13
  %271 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %270, !dbg !13
  %272 = insertelement <4 x float> poison, float %104, i64 0, !dbg !13
  %273 = insertelement <4 x float> %272, float %105, i64 1, !dbg !13
  %274 = insertelement <4 x float> %273, float %106, i64 2, !dbg !13
  %275 = insertelement <4 x float> %274, float %107, i64 3, !dbg !13
  store <4 x float> %275, ptr addrspace(3) %271, align 16, !dbg !13
  %276 = xor i32 %235, 12496, !dbg !13
  %277 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %276, !dbg !13
  %278 = insertelement <4 x float> poison, float %108, i64 0, !dbg !13
  %279 = insertelement <4 x float> %278, float %109, i64 1, !dbg !13
  %280 = insertelement <4 x float> %279, float %110, i64 2, !dbg !13
  %281 = insertelement <4 x float> %280, float %111, i64 3, !dbg !13
  store <4 x float> %281, ptr addrspace(3) %277, align 16, !dbg !13
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 128), !dbg !13
  %282 = shl nuw nsw i32 %59, 8, !dbg !13
  %283 = shl nuw nsw i32 %232, 2, !dbg !13
  %284 = or i32 %282, %283, !dbg !13
  %285 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %284, !dbg !13
  %286 = load <4 x float>, ptr addrspace(3) %285, align 16, !dbg !13
  %287 = xor i32 %284, 16, !dbg !13
  %288 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %287, !dbg !13
  %289 = load <4 x float>, ptr addrspace(3) %288, align 16, !dbg !13
  %290 = xor i32 %284, 1024, !dbg !13
  %291 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %290, !dbg !13
  %292 = load <4 x float>, ptr addrspace(3) %291, align 16, !dbg !13
  %293 = xor i32 %284, 1040, !dbg !13
  %294 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %293, !dbg !13
  %295 = load <4 x float>, ptr addrspace(3) %294, align 16, !dbg !13
  %296 = xor i32 %284, 2048, !dbg !13
  %297 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %296, !dbg !13
  %298 = load <4 x float>, ptr addrspace(3) %297, align 16, !dbg !13
  %299 = xor i32 %284, 2064, !dbg !13
  %300 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %299, !dbg !13
  %301 = load <4 x float>, ptr addrspace(3) %300, align 16, !dbg !13
  %302 = xor i32 %284, 3072, !dbg !13
  %303 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %302, !dbg !13
  %304 = load <4 x float>, ptr addrspace(3) %303, align 16, !dbg !13
  %305 = xor i32 %284, 3088, !dbg !13
  %306 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %305, !dbg !13
  %307 = load <4 x float>, ptr addrspace(3) %306, align 16, !dbg !13
  %308 = mul i32 %5, %64, !dbg !15
  %309 = mul i32 %5, %65, !dbg !15
  %310 = mul i32 %5, %66, !dbg !15
  %311 = mul i32 %5, %67, !dbg !15
  %312 = mul i32 %5, %68, !dbg !15
  %313 = mul i32 %5, %69, !dbg !15
  %314 = mul i32 %5, %70, !dbg !15
  %315 = mul i32 %5, %71, !dbg !15
  %316 = sext i32 %308 to i64, !dbg !16
  %317 = getelementptr float, ptr addrspace(1) %2, i64 %316, !dbg !16
  %318 = sext i32 %309 to i64, !dbg !16
  %319 = getelementptr float, ptr addrspace(1) %2, i64 %318, !dbg !16
  %320 = sext i32 %310 to i64, !dbg !16
  %321 = getelementptr float, ptr addrspace(1) %2, i64 %320, !dbg !16
  %322 = sext i32 %311 to i64, !dbg !16
  %323 = getelementptr float, ptr addrspace(1) %2, i64 %322, !dbg !16
  %324 = sext i32 %312 to i64, !dbg !16
  %325 = getelementptr float, ptr addrspace(1) %2, i64 %324, !dbg !16
  %326 = sext i32 %313 to i64, !dbg !16
  %327 = getelementptr float, ptr addrspace(1) %2, i64 %326, !dbg !16
  %328 = sext i32 %314 to i64, !dbg !16
  %329 = getelementptr float, ptr addrspace(1) %2, i64 %328, !dbg !16
  %330 = sext i32 %315 to i64, !dbg !16
  %331 = getelementptr float, ptr addrspace(1) %2, i64 %330, !dbg !16
  %332 = zext nneg i32 %74 to i64, !dbg !16
  %333 = getelementptr float, ptr addrspace(1) %317, i64 %332, !dbg !16
  %334 = getelementptr float, ptr addrspace(1) %319, i64 %332, !dbg !16
  %335 = getelementptr float, ptr addrspace(1) %321, i64 %332, !dbg !16
  %336 = getelementptr float, ptr addrspace(1) %323, i64 %332, !dbg !16
  %337 = getelementptr float, ptr addrspace(1) %325, i64 %332, !dbg !16
  %338 = getelementptr float, ptr addrspace(1) %327, i64 %332, !dbg !16
  %339 = getelementptr float, ptr addrspace(1) %329, i64 %332, !dbg !16
  %340 = getelementptr float, ptr addrspace(1) %331, i64 %332, !dbg !16
  %341 = shufflevector <4 x float> %286, <4 x float> %289, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !17
  store <4 x float> %341, ptr addrspace(1) %333, align 16, !dbg !17
  %342 = shufflevector <4 x float> %286, <4 x float> %289, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !17
  store <4 x float> %342, ptr addrspace(1) %334, align 16, !dbg !17
  %343 = shufflevector <4 x float> %292, <4 x float> %295, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !17
  store <4 x float> %343, ptr addrspace(1) %335, align 16, !dbg !17
  %344 = shufflevector <4 x float> %292, <4 x float> %295, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !17
  store <4 x float> %344, ptr addrspace(1) %336, align 16, !dbg !17
  %345 = shufflevector <4 x float> %298, <4 x float> %301, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !17
  store <4 x float> %345, ptr addrspace(1) %337, align 16, !dbg !17
  %346 = shufflevector <4 x float> %298, <4 x float> %301, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !17
  store <4 x float> %346, ptr addrspace(1) %338, align 16, !dbg !17
  %347 = shufflevector <4 x float> %304, <4 x float> %307, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !17
  store <4 x float> %347, ptr addrspace(1) %339, align 16, !dbg !17
  %348 = shufflevector <4 x float> %304, <4 x float> %307, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !17
  store <4 x float> %348, ptr addrspace(1) %340, align 16, !dbg !17
  br label %349, !dbg !8

349:                                              ; preds = %218, %.loopexit
  ret void, !dbg !17
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32) #3

attributes #0 = { "nvvm.reqntid"="160" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { nounwind }
attributes #5 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "MLIR", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "hopper.tq", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "product", linkageName: "product", scope: !1, file: !1, line: 4, type: !4, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(cc: DW_CC_normal, types: !5)
!5 = !{}
!6 = !DILocation(line: 10, column: 13, scope: !3)
!7 = !DILocation(line: 5, column: 33, scope: !3)
!8 = !DILocation(line: 4, column: 5, scope: !3)
!9 = !DILocation(line: 12, column: 15, scope: !3)
!10 = !DILocation(line: 11, column: 13, scope: !3)
!11 = !DILocation(line: 5, column: 9, scope: !3)
!12 = !DILocation(line: 6, column: 9, scope: !3)
!13 = !DILocation(line: 8, column: 5, scope: !3)
!14 = !DILocation(line: 7, column: 11, scope: !3)
!15 = !DILocation(line: 13, column: 24, scope: !3)
!16 = !DILocation(line: 13, column: 14, scope: !3)
!17 = !DILocation(line: 13, column: 5, scope: !3)
