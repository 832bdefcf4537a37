; // tq: {"schema":1,"version":"0.1.0","entry":"matmul","arch":"sm_80","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"K","type":"i32","div":16}],"constants":{"BLOCK":"32"},"num_warps":1,"num_stages":3,"shared":12288,"plan":"#tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>","files":["matmul.tq"],"accesses":[{"file":0,"line":8,"column":13,"kind":"load","pointer":"a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]","tensor":"a_ptr"},{"file":0,"line":9,"column":13,"kind":"load","pointer":"b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols","tensor":"b_ptr"},{"file":0,"line":11,"column":5,"kind":"store","pointer":"out_ptr + rows * stride_b + cols","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 128

define ptx_kernel void @matmul(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5) #0 !dbg !3 {
  %7 = call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %9 = shl i32 %8, 5, !dbg !7
  %10 = lshr i32 %7, 2, !dbg !6
  %11 = or disjoint i32 %10, 8, !dbg !6
  %12 = or disjoint i32 %10, 16, !dbg !6
  %13 = or disjoint i32 %10, 24, !dbg !6
  %14 = shl nuw nsw i32 %7, 3, !dbg !6
  %15 = and i32 %14, 24, !dbg !6
  %16 = or disjoint i32 %9, %10, !dbg !7
  %17 = or disjoint i32 %11, %9, !dbg !7
  %18 = or disjoint i32 %12, %9, !dbg !7
  %19 = or disjoint i32 %13, %9, !dbg !7
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !8
  %21 = shl nuw nsw i32 %20, 5, !dbg !8
  %22 = or disjoint i32 %15, %21, !dbg !8
  %23 = mul i32 %3, %16, !dbg !9
  %24 = mul i32 %3, %17, !dbg !9
  %25 = mul i32 %3, %18, !dbg !9
  %26 = mul i32 %3, %19, !dbg !9
  %27 = sext i32 %23 to i64, !dbg !10
  %28 = getelementptr half, ptr addrspace(1) %0, i64 %27, !dbg !10
  %29 = sext i32 %24 to i64, !dbg !10
  %30 = getelementptr half, ptr addrspace(1) %0, i64 %29, !dbg !10
  %31 = sext i32 %25 to i64, !dbg !10
  %32 = getelementptr half, ptr addrspace(1) %0, i64 %31, !dbg !10
  %33 = sext i32 %26 to i64, !dbg !10
  %34 = getelementptr half, ptr addrspace(1) %0, i64 %33, !dbg !10
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %35 = call i32 @llvm.smax.i32(i32 %5, i32 -2147483616), !dbg !11
  %36 = add nsw i32 %35, -32, !dbg !11
  %37 = add i32 %35, -64, !dbg !11
  %38 = icmp sle i32 %37, %36, !dbg !11
  %39 = icmp sgt i32 %5, 0, !dbg !11
  %40 = zext nneg i32 %15 to i64, !dbg !10
  %41 = getelementptr half, ptr addrspace(1) %28, i64 %40, !dbg !10
  %42 = getelementptr half, ptr addrspace(1) %30, i64 %40, !dbg !10
  %43 = getelementptr half, ptr addrspace(1) %32, i64 %40, !dbg !10
  %44 = getelementptr half, ptr addrspace(1) %34, i64 %40, !dbg !10
  %45 = mul i32 %4, %10, !dbg !12
  %46 = mul i32 %4, %11, !dbg !12
  %47 = mul i32 %4, %12, !dbg !12
  %48 = mul i32 %4, %13, !dbg !12
  %49 = sext i32 %45 to i64, !dbg !13
  %50 = getelementptr half, ptr addrspace(1) %1, i64 %49, !dbg !13
  %51 = sext i32 %46 to i64, !dbg !13
  %52 = getelementptr half, ptr addrspace(1) %1, i64 %51, !dbg !13
  %53 = sext i32 %47 to i64, !dbg !13
  %54 = getelementptr half, ptr addrspace(1) %1, i64 %53, !dbg !13
  %55 = sext i32 %48 to i64, !dbg !13
  %56 = getelementptr half, ptr addrspace(1) %1, i64 %55, !dbg !13
  %57 = zext nneg i32 %22 to i64, !dbg !13
  %58 = getelementptr half, ptr addrspace(1) %50, i64 %57, !dbg !13
  %59 = getelementptr half, ptr addrspace(1) %52, i64 %57, !dbg !13
  %60 = getelementptr half, ptr addrspace(1) %54, i64 %57, !dbg !13
  %61 = getelementptr half, ptr addrspace(1) %56, i64 %57, !dbg !13
  %62 = and i32 %14, 56, !dbg !14
  %63 = and i32 %7, 8, !dbg !14
  %.not = icmp eq i32 %63, 0, !dbg !14
  %64 = select i1 %.not, i32 0, i32 72, !dbg !14
  %65 = lshr i32 %7, 4, !dbg !14
  %66 = mul nuw nsw i32 %65, 144, !dbg !14
  %67 = xor i32 %66, %62, !dbg !14
  %68 = xor i32 %67, %64, !dbg !14
  %69 = shl nuw nsw i32 %68, 1, !dbg !14
  %70 = add i32 %69, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !14
  %71 = select i1 %39, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %41, i32 %71) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %42, i32 %71) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %43, i32 %71) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %44, i32 %71) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %58, i32 %71) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %59, i32 %71) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %60, i32 %71) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %70, ptr addrspace(1) %61, i32 %71) #4, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #4, !dbg !11
  %72 = icmp sgt i32 %5, 32, !dbg !11
  %73 = getelementptr i8, ptr addrspace(1) %28, i64 64, !dbg !10
  %74 = getelementptr i8, ptr addrspace(1) %30, i64 64, !dbg !10
  %75 = getelementptr i8, ptr addrspace(1) %32, i64 64, !dbg !10
  %76 = getelementptr i8, ptr addrspace(1) %34, i64 64, !dbg !10
  %77 = getelementptr half, ptr addrspace(1) %73, i64 %40, !dbg !10
  %78 = getelementptr half, ptr addrspace(1) %74, i64 %40, !dbg !10
  %79 = getelementptr half, ptr addrspace(1) %75, i64 %40, !dbg !10
  %80 = getelementptr half, ptr addrspace(1) %76, i64 %40, !dbg !10
  %81 = or disjoint i32 %10, 32, !dbg !16
  %82 = or disjoint i32 %10, 40, !dbg !16
  %83 = or disjoint i32 %10, 48, !dbg !16
  %84 = or disjoint i32 %10, 56, !dbg !16
  %85 = mul i32 %4, %81, !dbg !12
  %86 = mul i32 %4, %82, !dbg !12
  %87 = mul i32 %4, %83, !dbg !12
  %88 = mul i32 %4, %84, !dbg !12
  %89 = sext i32 %85 to i64, !dbg !13
  %90 = getelementptr half, ptr addrspace(1) %1, i64 %89, !dbg !13
  %91 = sext i32 %86 to i64, !dbg !13
  %92 = getelementptr half, ptr addrspace(1) %1, i64 %91, !dbg !13
  %93 = sext i32 %87 to i64, !dbg !13
  %94 = getelementptr half, ptr addrspace(1) %1, i64 %93, !dbg !13
  %95 = sext i32 %88 to i64, !dbg !13
  %96 = getelementptr half, ptr addrspace(1) %1, i64 %95, !dbg !13
  %97 = getelementptr half, ptr addrspace(1) %90, i64 %57, !dbg !13
  %98 = getelementptr half, ptr addrspace(1) %92, i64 %57, !dbg !13
  %99 = getelementptr half, ptr addrspace(1) %94, i64 %57, !dbg !13
  %100 = getelementptr half, ptr addrspace(1) %96, i64 %57, !dbg !13
  %101 = add i32 %69, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 2048), !dbg !14
  %102 = select i1 %72, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %77, i32 %102) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %78, i32 %102) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %79, i32 %102) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %80, i32 %102) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %97, i32 %102) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %98, i32 %102) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %99, i32 %102) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %101, ptr addrspace(1) %100, i32 %102) #4, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #4, !dbg !11
  %103 = shl nuw nsw i32 %7, 5
  %104 = and i32 %103, 32
  %105 = and i32 %7, 6
  %106 = mul nuw nsw i32 %105, 36
  %107 = add nuw nsw i32 %106, %104
  %108 = and i32 %103, 256
  %109 = add nuw nsw i32 %107, %108
  %110 = shl nuw nsw i32 %109, 1
  %.mask = and i32 %7, 16
  %111 = xor i32 %.mask, %110
  %112 = xor i32 %111, 32
  %invariant.gep41 = getelementptr half, ptr addrspace(1) %1, i64 %57, !dbg !11
  br label %113, !dbg !11

113:                                              ; preds = %150, %6
  %114 = phi i32 [ %300, %150 ], [ 0, %6 ], !dbg !11
  %115 = phi float [ %242, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %116 = phi float [ %243, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %117 = phi float [ %244, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %118 = phi float [ %245, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %119 = phi float [ %247, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %120 = phi float [ %248, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %121 = phi float [ %249, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %122 = phi float [ %250, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %123 = phi float [ %262, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %124 = phi float [ %263, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %125 = phi float [ %264, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %126 = phi float [ %265, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %127 = phi float [ %267, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %128 = phi float [ %268, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %129 = phi float [ %269, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %130 = phi float [ %270, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %131 = phi float [ %252, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %132 = phi float [ %253, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %133 = phi float [ %254, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %134 = phi float [ %255, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %135 = phi float [ %257, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %136 = phi float [ %258, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %137 = phi float [ %259, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %138 = phi float [ %260, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %139 = phi float [ %272, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %140 = phi float [ %273, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %141 = phi float [ %274, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %142 = phi float [ %275, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %143 = phi float [ %277, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %144 = phi float [ %278, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %145 = phi float [ %279, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %146 = phi float [ %280, %150 ], [ 0.000000e+00, %6 ], !dbg !17
  %147 = phi i32 [ %153, %150 ], [ 2, %6 ]
  %148 = phi i32 [ %156, %150 ], [ 0, %6 ]
  %149 = icmp slt i32 %114, %5, !dbg !11
  br i1 %149, label %150, label %301, !dbg !11

150:                                              ; preds = %113
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() #4, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %151 = add i32 %147, 1, !dbg !11
  %152 = icmp eq i32 %151, 3, !dbg !11
  %153 = select i1 %152, i32 0, i32 %151, !dbg !11
  %154 = add i32 %148, 1, !dbg !11
  %155 = icmp eq i32 %154, 3, !dbg !11
  %156 = select i1 %155, i32 0, i32 %154, !dbg !11
  %157 = shl i32 %148, 11, !dbg !14
  %158 = add i32 %157, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !14
  %159 = add i32 %158, %111, !dbg !18
  %160 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %159) #5, !dbg !18
  %161 = extractvalue { i32, i32, i32, i32 } %160, 0, !dbg !18
  %162 = extractvalue { i32, i32, i32, i32 } %160, 1, !dbg !18
  %163 = extractvalue { i32, i32, i32, i32 } %160, 2, !dbg !18
  %164 = extractvalue { i32, i32, i32, i32 } %160, 3, !dbg !18
  %165 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %159) #5, !dbg !18
  %166 = extractvalue { i32, i32, i32, i32 } %165, 0, !dbg !18
  %167 = extractvalue { i32, i32, i32, i32 } %165, 1, !dbg !18
  %168 = extractvalue { i32, i32, i32, i32 } %165, 2, !dbg !18
  %169 = extractvalue { i32, i32, i32, i32 } %165, 3, !dbg !18
  %170 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %159) #5, !dbg !18
  %171 = extractvalue { i32, i32, i32, i32 } %170, 0, !dbg !18
  %172 = extractvalue { i32, i32, i32, i32 } %170, 1, !dbg !18
  %173 = extractvalue { i32, i32, i32, i32 } %170, 2, !dbg !18
  %174 = extractvalue { i32, i32, i32, i32 } %170, 3, !dbg !18
  %175 = add i32 %158, %112, !dbg !18
  %176 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %175) #5, !dbg !18
  %177 = extractvalue { i32, i32, i32, i32 } %176, 0, !dbg !18
  %178 = extractvalue { i32, i32, i32, i32 } %176, 1, !dbg !18
  %179 = extractvalue { i32, i32, i32, i32 } %176, 2, !dbg !18
  %180 = extractvalue { i32, i32, i32, i32 } %176, 3, !dbg !18
  %181 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %161, i32 %162, i32 %163, i32 %164, i32 %166, i32 %167, float %115, float %116, float %117, float %118) #5, !dbg !18
  %182 = extractvalue { float, float, float, float } %181, 0, !dbg !18
  %183 = extractvalue { float, float, float, float } %181, 1, !dbg !18
  %184 = extractvalue { float, float, float, float } %181, 2, !dbg !18
  %185 = extractvalue { float, float, float, float } %181, 3, !dbg !18
  %186 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %161, i32 %162, i32 %163, i32 %164, i32 %168, i32 %169, float %119, float %120, float %121, float %122) #5, !dbg !18
  %187 = extractvalue { float, float, float, float } %186, 0, !dbg !18
  %188 = extractvalue { float, float, float, float } %186, 1, !dbg !18
  %189 = extractvalue { float, float, float, float } %186, 2, !dbg !18
  %190 = extractvalue { float, float, float, float } %186, 3, !dbg !18
  %191 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %171, i32 %172, i32 %173, i32 %174, i32 %166, i32 %167, float %131, float %132, float %133, float %134) #5, !dbg !18
  %192 = extractvalue { float, float, float, float } %191, 0, !dbg !18
  %193 = extractvalue { float, float, float, float } %191, 1, !dbg !18
  %194 = extractvalue { float, float, float, float } %191, 2, !dbg !18
  %195 = extractvalue { float, float, float, float } %191, 3, !dbg !18
  %196 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %171, i32 %172, i32 %173, i32 %174, i32 %168, i32 %169, float %135, float %136, float %137, float %138) #5, !dbg !18
  %197 = extractvalue { float, float, float, float } %196, 0, !dbg !18
  %198 = extractvalue { float, float, float, float } %196, 1, !dbg !18
  %199 = extractvalue { float, float, float, float } %196, 2, !dbg !18
  %200 = extractvalue { float, float, float, float } %196, 3, !dbg !18
  %201 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %175) #5, !dbg !18
  %202 = extractvalue { i32, i32, i32, i32 } %201, 0, !dbg !18
  %203 = extractvalue { i32, i32, i32, i32 } %201, 1, !dbg !18
  %204 = extractvalue { i32, i32, i32, i32 } %201, 2, !dbg !18
  %205 = extractvalue { i32, i32, i32, i32 } %201, 3, !dbg !18
  %206 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %159) #5, !dbg !18
  %207 = extractvalue { i32, i32, i32, i32 } %206, 0, !dbg !18
  %208 = extractvalue { i32, i32, i32, i32 } %206, 1, !dbg !18
  %209 = extractvalue { i32, i32, i32, i32 } %206, 2, !dbg !18
  %210 = extractvalue { i32, i32, i32, i32 } %206, 3, !dbg !18
  %211 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %175) #5, !dbg !18
  %212 = extractvalue { i32, i32, i32, i32 } %211, 0, !dbg !18
  %213 = extractvalue { i32, i32, i32, i32 } %211, 1, !dbg !18
  %214 = extractvalue { i32, i32, i32, i32 } %211, 2, !dbg !18
  %215 = extractvalue { i32, i32, i32, i32 } %211, 3, !dbg !18
  %216 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %161, i32 %162, i32 %163, i32 %164, i32 %177, i32 %178, float %123, float %124, float %125, float %126) #5, !dbg !18
  %217 = extractvalue { float, float, float, float } %216, 0, !dbg !18
  %218 = extractvalue { float, float, float, float } %216, 1, !dbg !18
  %219 = extractvalue { float, float, float, float } %216, 2, !dbg !18
  %220 = extractvalue { float, float, float, float } %216, 3, !dbg !18
  %221 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %161, i32 %162, i32 %163, i32 %164, i32 %179, i32 %180, float %127, float %128, float %129, float %130) #5, !dbg !18
  %222 = extractvalue { float, float, float, float } %221, 0, !dbg !18
  %223 = extractvalue { float, float, float, float } %221, 1, !dbg !18
  %224 = extractvalue { float, float, float, float } %221, 2, !dbg !18
  %225 = extractvalue { float, float, float, float } %221, 3, !dbg !18
  %226 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %171, i32 %172, i32 %173, i32 %174, i32 %177, i32 %178, float %139, float %140, float %141, float %142) #5, !dbg !18
  %227 = extractvalue { float, float, float, float } %226, 0, !dbg !18
  %228 = extractvalue { float, float, float, float } %226, 1, !dbg !18
  %229 = extractvalue { float, float, float, float } %226, 2, !dbg !18
  %230 = extractvalue { float, float, float, float } %226, 3, !dbg !18
  %231 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %171, i32 %172, i32 %173, i32 %174, i32 %179, i32 %180, float %143, float %144, float %145, float %146) #5, !dbg !18
  %232 = extractvalue { float, float, float, float } %231, 0, !dbg !18
  %233 = extractvalue { float, float, float, float } %231, 1, !dbg !18
  %234 = extractvalue { float, float, float, float } %231, 2, !dbg !18
  %235 = extractvalue { float, float, float, float } %231, 3, !dbg !18
  %236 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %175) #5, !dbg !18
  %237 = extractvalue { i32, i32, i32, i32 } %236, 0, !dbg !18
  %238 = extractvalue { i32, i32, i32, i32 } %236, 1, !dbg !18
  %239 = extractvalue { i32, i32, i32, i32 } %236, 2, !dbg !18
  %240 = extractvalue { i32, i32, i32, i32 } %236, 3, !dbg !18
  %241 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %202, i32 %203, i32 %204, i32 %205, i32 %207, i32 %208, float %182, float %183, float %184, float %185) #5, !dbg !18
  %242 = extractvalue { float, float, float, float } %241, 0, !dbg !18
  %243 = extractvalue { float, float, float, float } %241, 1, !dbg !18
  %244 = extractvalue { float, float, float, float } %241, 2, !dbg !18
  %245 = extractvalue { float, float, float, float } %241, 3, !dbg !18
  %246 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %202, i32 %203, i32 %204, i32 %205, i32 %209, i32 %210, float %187, float %188, float %189, float %190) #5, !dbg !18
  %247 = extractvalue { float, float, float, float } %246, 0, !dbg !18
  %248 = extractvalue { float, float, float, float } %246, 1, !dbg !18
  %249 = extractvalue { float, float, float, float } %246, 2, !dbg !18
  %250 = extractvalue { float, float, float, float } %246, 3, !dbg !18
  %251 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %212, i32 %213, i32 %214, i32 %215, i32 %207, i32 %208, float %192, float %193, float %194, float %195) #5, !dbg !18
  %252 = extractvalue { float, float, float, float } %251, 0, !dbg !18
  %253 = extractvalue { float, float, float, float } %251, 1, !dbg !18
  %254 = extractvalue { float, float, float, float } %251, 2, !dbg !18
  %255 = extractvalue { float, float, float, float } %251, 3, !dbg !18
  %256 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %212, i32 %213, i32 %214, i32 %215, i32 %209, i32 %210, float %197, float %198, float %199, float %200) #5, !dbg !18
  %257 = extractvalue { float, float, float, float } %256, 0, !dbg !18
  %258 = extractvalue { float, float, float, float } %256, 1, !dbg !18
  %259 = extractvalue { float, float, float, float } %256, 2, !dbg !18
  %260 = extractvalue { float, float, float, float } %256, 3, !dbg !18
  %261 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %202, i32 %203, i32 %204, i32 %205, i32 %237, i32 %238, float %217, float %218, float %219, float %220) #5, !dbg !18
  %262 = extractvalue { float, float, float, float } %261, 0, !dbg !18
  %263 = extractvalue { float, float, float, float } %261, 1, !dbg !18
  %264 = extractvalue { float, float, float, float } %261, 2, !dbg !18
  %265 = extractvalue { float, float, float, float } %261, 3, !dbg !18
  %266 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %202, i32 %203, i32 %204, i32 %205, i32 %239, i32 %240, float %222, float %223, float %224, float %225) #5, !dbg !18
  %267 = extractvalue { float, float, float, float } %266, 0, !dbg !18
  %268 = extractvalue { float, float, float, float } %266, 1, !dbg !18
  %269 = extractvalue { float, float, float, float } %266, 2, !dbg !18
  %270 = extractvalue { float, float, float, float } %266, 3, !dbg !18
  %271 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %212, i32 %213, i32 %214, i32 %215, i32 %237, i32 %238, float %227, float %228, float %229, float %230) #5, !dbg !18
  %272 = extractvalue { float, float, float, float } %271, 0, !dbg !18
  %273 = extractvalue { float, float, float, float } %271, 1, !dbg !18
  %274 = extractvalue { float, float, float, float } %271, 2, !dbg !18
  %275 = extractvalue { float, float, float, float } %271, 3, !dbg !18
  %276 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %212, i32 %213, i32 %214, i32 %215, i32 %239, i32 %240, float %232, float %233, float %234, float %235) #5, !dbg !18
  %277 = extractvalue { float, float, float, float } %276, 0, !dbg !18
  %278 = extractvalue { float, float, float, float } %276, 1, !dbg !18
  %279 = extractvalue { float, float, float, float } %276, 2, !dbg !18
  %280 = extractvalue { float, float, float, float } %276, 3, !dbg !18
  %281 = add i32 %114, 64, !dbg !11
  %282 = icmp sgt i32 %37, %114, !dbg !11
  %283 = select i1 %38, i1 %282, i1 false, !dbg !11
  %284 = sext i32 %281 to i64, !dbg !10
  %gep = getelementptr half, ptr addrspace(1) %41, i64 %284, !dbg !10
  %gep36 = getelementptr half, ptr addrspace(1) %42, i64 %284, !dbg !10
  %gep38 = getelementptr half, ptr addrspace(1) %43, i64 %284, !dbg !10
  %gep40 = getelementptr half, ptr addrspace(1) %44, i64 %284, !dbg !10
  %285 = or disjoint i32 %281, %10, !dbg !16
  %286 = or disjoint i32 %281, %11, !dbg !16
  %287 = or disjoint i32 %281, %12, !dbg !16
  %288 = or disjoint i32 %281, %13, !dbg !16
  %289 = mul i32 %285, %4, !dbg !12
  %290 = mul i32 %286, %4, !dbg !12
  %291 = mul i32 %287, %4, !dbg !12
  %292 = mul i32 %288, %4, !dbg !12
  %293 = sext i32 %289 to i64, !dbg !13
  %294 = sext i32 %290 to i64, !dbg !13
  %295 = sext i32 %291 to i64, !dbg !13
  %296 = sext i32 %292 to i64, !dbg !13
  %gep42 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %293, !dbg !13
  %gep44 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %294, !dbg !13
  %gep46 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %295, !dbg !13
  %gep48 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %296, !dbg !13
  %297 = shl i32 %147, 11, !dbg !14
  %298 = add i32 %70, %297, !dbg !14
  %299 = select i1 %283, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep, i32 %299) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep36, i32 %299) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep38, i32 %299) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep40, i32 %299) #4, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep42, i32 %299) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep44, i32 %299) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep46, i32 %299) #4, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %298, ptr addrspace(1) %gep48, i32 %299) #4, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #4, !dbg !11
  %300 = add i32 %114, 32, !dbg !11
  br label %113, !dbg !11

301:                                              ; preds = %113
  %302 = or disjoint i32 %22, 4, !dbg !8
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() #4, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %303 = shl nuw nsw i32 %7, 4, !dbg !11
  %304 = and i32 %7, 3, !dbg !11
  %305 = mul nuw nsw i32 %304, 260, !dbg !11
  %306 = shl nuw nsw i32 %7, 2, !dbg !11
  %307 = and i32 %306, 112, !dbg !11
  %308 = xor i32 %305, %307, !dbg !11
  %309 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %303, !dbg !11
  %310 = insertelement <4 x float> poison, float %115, i64 0, !dbg !11
  %311 = insertelement <4 x float> %310, float %116, i64 1, !dbg !11
  %312 = insertelement <4 x float> %311, float %117, i64 2, !dbg !11
  %313 = insertelement <4 x float> %312, float %118, i64 3, !dbg !11
  store <4 x float> %313, ptr addrspace(3) %309, align 16, !dbg !11
  %314 = xor i32 %303, 1040, !dbg !11
  %315 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %314, !dbg !11
  %316 = insertelement <4 x float> poison, float %119, i64 0, !dbg !11
  %317 = insertelement <4 x float> %316, float %120, i64 1, !dbg !11
  %318 = insertelement <4 x float> %317, float %121, i64 2, !dbg !11
  %319 = insertelement <4 x float> %318, float %122, i64 3, !dbg !11
  store <4 x float> %319, ptr addrspace(3) %315, align 16, !dbg !11
  %320 = xor i32 %303, 2080, !dbg !11
  %321 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %320, !dbg !11
  %322 = insertelement <4 x float> poison, float %123, i64 0, !dbg !11
  %323 = insertelement <4 x float> %322, float %124, i64 1, !dbg !11
  %324 = insertelement <4 x float> %323, float %125, i64 2, !dbg !11
  %325 = insertelement <4 x float> %324, float %126, i64 3, !dbg !11
  store <4 x float> %325, ptr addrspace(3) %321, align 16, !dbg !11
  %326 = xor i32 %303, 3120, !dbg !11
  %327 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %326, !dbg !11
  %328 = insertelement <4 x float> poison, float %127, i64 0, !dbg !11
  %329 = insertelement <4 x float> %328, float %128, i64 1, !dbg !11
  %330 = insertelement <4 x float> %329, float %129, i64 2, !dbg !11
  %331 = insertelement <4 x float> %330, float %130, i64 3, !dbg !11
  store <4 x float> %331, ptr addrspace(3) %327, align 16, !dbg !11
  %332 = getelementptr i8, ptr addrspace(3) %309, i32 512, !dbg !11
  %333 = insertelement <4 x float> poison, float %131, i64 0, !dbg !11
  %334 = insertelement <4 x float> %333, float %132, i64 1, !dbg !11
  %335 = insertelement <4 x float> %334, float %133, i64 2, !dbg !11
  %336 = insertelement <4 x float> %335, float %134, i64 3, !dbg !11
  store <4 x float> %336, ptr addrspace(3) %332, align 16, !dbg !11
  %337 = xor i32 %303, 1552, !dbg !11
  %338 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %337, !dbg !11
  %339 = insertelement <4 x float> poison, float %135, i64 0, !dbg !11
  %340 = insertelement <4 x float> %339, float %136, i64 1, !dbg !11
  %341 = insertelement <4 x float> %340, float %137, i64 2, !dbg !11
  %342 = insertelement <4 x float> %341, float %138, i64 3, !dbg !11
  store <4 x float> %342, ptr addrspace(3) %338, align 16, !dbg !11
  %343 = xor i32 %303, 2592, !dbg !11
  %344 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %343, !dbg !11
  %345 = insertelement <4 x float> poison, float %139, i64 0, !dbg !11
  %346 = insertelement <4 x float> %345, float %140, i64 1, !dbg !11
  %347 = insertelement <4 x float> %346, float %141, i64 2, !dbg !11
  %348 = insertelement <4 x float> %347, float %142, i64 3, !dbg !11
  store <4 x float> %348, ptr addrspace(3) %344, align 16, !dbg !11
  %349 = xor i32 %303, 3632, !dbg !11
  %350 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %349, !dbg !11
  %351 = insertelement <4 x float> poison, float %143, i64 0, !dbg !11
  %352 = insertelement <4 x float> %351, float %144, i64 1, !dbg !11
  %353 = insertelement <4 x float> %352, float %145, i64 2, !dbg !11
  %354 = insertelement <4 x float> %353, float %146, i64 3, !dbg !11
  store <4 x float> %354, ptr addrspace(3) %350, align 16, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %355 = shl nuw nsw i32 %308, 2, !dbg !11
  %356 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %355, !dbg !11
  %357 = load <4 x float>, ptr addrspace(3) %356, align 16, !dbg !11
  %358 = xor i32 %355, 16, !dbg !11
  %359 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %358, !dbg !11
  %360 = load <4 x float>, ptr addrspace(3) %359, align 16, !dbg !11
  %361 = xor i32 %355, 32, !dbg !11
  %362 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %361, !dbg !11
  %363 = load <4 x float>, ptr addrspace(3) %362, align 16, !dbg !11
  %364 = xor i32 %355, 48, !dbg !11
  %365 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %364, !dbg !11
  %366 = load <4 x float>, ptr addrspace(3) %365, align 16, !dbg !11
  %367 = xor i32 %355, 512, !dbg !11
  %368 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %367, !dbg !11
  %369 = load <4 x float>, ptr addrspace(3) %368, align 16, !dbg !11
  %370 = xor i32 %355, 528, !dbg !11
  %371 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %370, !dbg !11
  %372 = load <4 x float>, ptr addrspace(3) %371, align 16, !dbg !11
  %373 = xor i32 %355, 544, !dbg !11
  %374 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %373, !dbg !11
  %375 = load <4 x float>, ptr addrspace(3) %374, align 16, !dbg !11
  %376 = xor i32 %355, 560, !dbg !11
  %377 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %376, !dbg !11
  %378 = load <4 x float>, ptr addrspace(3) %377, align 16, !dbg !11
  %379 = mul i32 %4, %16, !dbg !19
  %380 = mul i32 %4, %17, !dbg !19
  %381 = mul i32 %4, %18, !dbg !19
  %382 = mul i32 %4, %19, !dbg !19
  %383 = sext i32 %379 to i64, !dbg !20
  %384 = getelementptr float, ptr addrspace(1) %2, i64 %383, !dbg !20
  %385 = sext i32 %380 to i64, !dbg !20
  %386 = getelementptr float, ptr addrspace(1) %2, i64 %385, !dbg !20
  %387 = sext i32 %381 to i64, !dbg !20
  %388 = getelementptr float, ptr addrspace(1) %2, i64 %387, !dbg !20
  %389 = sext i32 %382 to i64, !dbg !20
  %390 = getelementptr float, ptr addrspace(1) %2, i64 %389, !dbg !20
  %391 = getelementptr float, ptr addrspace(1) %384, i64 %57, !dbg !20
  %392 = zext nneg i32 %302 to i64, !dbg !20
  %393 = getelementptr float, ptr addrspace(1) %384, i64 %392, !dbg !20
  %394 = getelementptr float, ptr addrspace(1) %386, i64 %57, !dbg !20
  %395 = getelementptr float, ptr addrspace(1) %386, i64 %392, !dbg !20
  %396 = getelementptr float, ptr addrspace(1) %388, i64 %57, !dbg !20
  %397 = getelementptr float, ptr addrspace(1) %388, i64 %392, !dbg !20
  %398 = getelementptr float, ptr addrspace(1) %390, i64 %57, !dbg !20
  %399 = getelementptr float, ptr addrspace(1) %390, i64 %392, !dbg !20
  %400 = shufflevector <4 x float> %357, <4 x float> %360, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %400, ptr addrspace(1) %391, align 16, !dbg !21
  %401 = shufflevector <4 x float> %363, <4 x float> %366, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %401, ptr addrspace(1) %393, align 16, !dbg !21
  %402 = shufflevector <4 x float> %357, <4 x float> %360, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %402, ptr addrspace(1) %394, align 16, !dbg !21
  %403 = shufflevector <4 x float> %363, <4 x float> %366, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %403, ptr addrspace(1) %395, align 16, !dbg !21
  %404 = shufflevector <4 x float> %369, <4 x float> %372, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %404, ptr addrspace(1) %396, align 16, !dbg !21
  %405 = shufflevector <4 x float> %375, <4 x float> %378, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %405, ptr addrspace(1) %397, align 16, !dbg !21
  %406 = shufflevector <4 x float> %369, <4 x float> %372, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %406, ptr addrspace(1) %398, align 16, !dbg !21
  %407 = shufflevector <4 x float> %375, <4 x float> %378, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %407, ptr addrspace(1) %399, align 16, !dbg !21
  ret void, !dbg !21
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

attributes #0 = { "nvvm.reqntid"="32" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }
attributes #5 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "MLIR", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "matmul.tq", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "matmul", linkageName: "matmul", scope: !1, file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(cc: DW_CC_normal, types: !5)
!5 = !{}
!6 = !DILocation(line: 4, column: 39, scope: !3)
!7 = !DILocation(line: 4, column: 12, scope: !3)
!8 = !DILocation(line: 5, column: 12, scope: !3)
!9 = !DILocation(line: 8, column: 29, scope: !3)
!10 = !DILocation(line: 8, column: 21, scope: !3)
!11 = !DILocation(line: 7, column: 5, scope: !3)
!12 = !DILocation(line: 9, column: 29, scope: !3)
!13 = !DILocation(line: 9, column: 21, scope: !3)
!14 = !DILocation(line: 8, column: 13, scope: !3)
!15 = !DILocation(line: 9, column: 13, scope: !3)
!16 = !DILocation(line: 9, column: 30, scope: !3)
!17 = !DILocation(line: 6, column: 11, scope: !3)
!18 = !DILocation(line: 10, column: 15, scope: !3)
!19 = !DILocation(line: 11, column: 24, scope: !3)
!20 = !DILocation(line: 11, column: 14, scope: !3)
!21 = !DILocation(line: 11, column: 5, scope: !3)
