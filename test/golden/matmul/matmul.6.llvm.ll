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
  %35 = icmp sgt i32 %5, 0, !dbg !11
  %36 = zext nneg i32 %15 to i64, !dbg !10
  %37 = getelementptr half, ptr addrspace(1) %28, i64 %36, !dbg !10
  %38 = getelementptr half, ptr addrspace(1) %30, i64 %36, !dbg !10
  %39 = getelementptr half, ptr addrspace(1) %32, i64 %36, !dbg !10
  %40 = getelementptr half, ptr addrspace(1) %34, i64 %36, !dbg !10
  %41 = mul i32 %4, %10, !dbg !12
  %42 = mul i32 %4, %11, !dbg !12
  %43 = mul i32 %4, %12, !dbg !12
  %44 = mul i32 %4, %13, !dbg !12
  %45 = sext i32 %41 to i64, !dbg !13
  %46 = getelementptr half, ptr addrspace(1) %1, i64 %45, !dbg !13
  %47 = sext i32 %42 to i64, !dbg !13
  %48 = getelementptr half, ptr addrspace(1) %1, i64 %47, !dbg !13
  %49 = sext i32 %43 to i64, !dbg !13
  %50 = getelementptr half, ptr addrspace(1) %1, i64 %49, !dbg !13
  %51 = sext i32 %44 to i64, !dbg !13
  %52 = getelementptr half, ptr addrspace(1) %1, i64 %51, !dbg !13
  %53 = zext nneg i32 %22 to i64, !dbg !13
  %54 = getelementptr half, ptr addrspace(1) %46, i64 %53, !dbg !13
  %55 = getelementptr half, ptr addrspace(1) %48, i64 %53, !dbg !13
  %56 = getelementptr half, ptr addrspace(1) %50, i64 %53, !dbg !13
  %57 = getelementptr half, ptr addrspace(1) %52, i64 %53, !dbg !13
  %58 = and i32 %14, 56, !dbg !14
  %59 = and i32 %7, 8, !dbg !14
  %.not = icmp eq i32 %59, 0, !dbg !14
  %60 = select i1 %.not, i32 0, i32 72, !dbg !14
  %61 = lshr i32 %7, 4, !dbg !14
  %62 = mul nuw nsw i32 %61, 144, !dbg !14
  %63 = xor i32 %62, %58, !dbg !14
  %64 = xor i32 %63, %60, !dbg !14
  %65 = shl nuw nsw i32 %64, 1, !dbg !14
  %66 = add i32 %65, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !14
  %67 = select i1 %35, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %37, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %38, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %39, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %40, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %54, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %55, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %56, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %57, i32 %67) #3, !dbg !15
  call void @llvm.nvvm.cp.async.commit.group(), !dbg !11
  %68 = icmp sgt i32 %5, 32, !dbg !11
  %69 = getelementptr i8, ptr addrspace(1) %28, i64 64, !dbg !10
  %70 = getelementptr i8, ptr addrspace(1) %30, i64 64, !dbg !10
  %71 = getelementptr i8, ptr addrspace(1) %32, i64 64, !dbg !10
  %72 = getelementptr i8, ptr addrspace(1) %34, i64 64, !dbg !10
  %73 = getelementptr half, ptr addrspace(1) %69, i64 %36, !dbg !10
  %74 = getelementptr half, ptr addrspace(1) %70, i64 %36, !dbg !10
  %75 = getelementptr half, ptr addrspace(1) %71, i64 %36, !dbg !10
  %76 = getelementptr half, ptr addrspace(1) %72, i64 %36, !dbg !10
  %77 = or disjoint i32 %10, 32, !dbg !16
  %78 = or disjoint i32 %10, 40, !dbg !16
  %79 = or disjoint i32 %10, 48, !dbg !16
  %80 = or disjoint i32 %10, 56, !dbg !16
  %81 = mul i32 %4, %77, !dbg !12
  %82 = mul i32 %4, %78, !dbg !12
  %83 = mul i32 %4, %79, !dbg !12
  %84 = mul i32 %4, %80, !dbg !12
  %85 = sext i32 %81 to i64, !dbg !13
  %86 = getelementptr half, ptr addrspace(1) %1, i64 %85, !dbg !13
  %87 = sext i32 %82 to i64, !dbg !13
  %88 = getelementptr half, ptr addrspace(1) %1, i64 %87, !dbg !13
  %89 = sext i32 %83 to i64, !dbg !13
  %90 = getelementptr half, ptr addrspace(1) %1, i64 %89, !dbg !13
  %91 = sext i32 %84 to i64, !dbg !13
  %92 = getelementptr half, ptr addrspace(1) %1, i64 %91, !dbg !13
  %93 = getelementptr half, ptr addrspace(1) %86, i64 %53, !dbg !13
  %94 = getelementptr half, ptr addrspace(1) %88, i64 %53, !dbg !13
  %95 = getelementptr half, ptr addrspace(1) %90, i64 %53, !dbg !13
  %96 = getelementptr half, ptr addrspace(1) %92, i64 %53, !dbg !13
  %97 = add i32 %65, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 2048), !dbg !14
  %98 = select i1 %68, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %73, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %74, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %75, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %76, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %93, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %94, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %95, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %96, i32 %98) #3, !dbg !15
  call void @llvm.nvvm.cp.async.commit.group(), !dbg !11
  %99 = shl nuw nsw i32 %7, 5
  %100 = and i32 %99, 32
  %101 = and i32 %7, 6
  %102 = mul nuw nsw i32 %101, 36
  %103 = add nuw nsw i32 %102, %100
  %104 = and i32 %99, 256
  %105 = add nuw nsw i32 %103, %104
  %106 = shl nuw nsw i32 %105, 1
  %.mask = and i32 %7, 16
  %107 = xor i32 %.mask, %106
  %108 = xor i32 %107, 32
  %invariant.gep41 = getelementptr half, ptr addrspace(1) %1, i64 %53, !dbg !11
  br label %109, !dbg !11

109:                                              ; preds = %146, %6
  %110 = phi i32 [ %296, %146 ], [ 0, %6 ], !dbg !11
  %111 = phi float [ %238, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %112 = phi float [ %239, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %113 = phi float [ %240, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %114 = phi float [ %241, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %115 = phi float [ %243, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %116 = phi float [ %244, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %117 = phi float [ %245, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %118 = phi float [ %246, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %119 = phi float [ %258, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %120 = phi float [ %259, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %121 = phi float [ %260, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %122 = phi float [ %261, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %123 = phi float [ %263, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %124 = phi float [ %264, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %125 = phi float [ %265, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %126 = phi float [ %266, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %127 = phi float [ %248, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %128 = phi float [ %249, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %129 = phi float [ %250, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %130 = phi float [ %251, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %131 = phi float [ %253, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %132 = phi float [ %254, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %133 = phi float [ %255, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %134 = phi float [ %256, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %135 = phi float [ %268, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %136 = phi float [ %269, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %137 = phi float [ %270, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %138 = phi float [ %271, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %139 = phi float [ %273, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %140 = phi float [ %274, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %141 = phi float [ %275, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %142 = phi float [ %276, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %143 = phi i32 [ %149, %146 ], [ 2, %6 ]
  %144 = phi i32 [ %152, %146 ], [ 0, %6 ]
  %145 = icmp slt i32 %110, %5, !dbg !11
  br i1 %145, label %146, label %297, !dbg !11

146:                                              ; preds = %109
  call void @llvm.nvvm.cp.async.wait.group(i32 1), !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %147 = add i32 %143, 1, !dbg !11
  %148 = icmp eq i32 %147, 3, !dbg !11
  %149 = select i1 %148, i32 0, i32 %147, !dbg !11
  %150 = add i32 %144, 1, !dbg !11
  %151 = icmp eq i32 %150, 3, !dbg !11
  %152 = select i1 %151, i32 0, i32 %150, !dbg !11
  %153 = shl i32 %144, 11, !dbg !14
  %154 = add i32 %153, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !14
  %155 = add i32 %154, %107, !dbg !18
  %156 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %155) #4, !dbg !18
  %157 = extractvalue { i32, i32, i32, i32 } %156, 0, !dbg !18
  %158 = extractvalue { i32, i32, i32, i32 } %156, 1, !dbg !18
  %159 = extractvalue { i32, i32, i32, i32 } %156, 2, !dbg !18
  %160 = extractvalue { i32, i32, i32, i32 } %156, 3, !dbg !18
  %161 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %155) #4, !dbg !18
  %162 = extractvalue { i32, i32, i32, i32 } %161, 0, !dbg !18
  %163 = extractvalue { i32, i32, i32, i32 } %161, 1, !dbg !18
  %164 = extractvalue { i32, i32, i32, i32 } %161, 2, !dbg !18
  %165 = extractvalue { i32, i32, i32, i32 } %161, 3, !dbg !18
  %166 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %155) #4, !dbg !18
  %167 = extractvalue { i32, i32, i32, i32 } %166, 0, !dbg !18
  %168 = extractvalue { i32, i32, i32, i32 } %166, 1, !dbg !18
  %169 = extractvalue { i32, i32, i32, i32 } %166, 2, !dbg !18
  %170 = extractvalue { i32, i32, i32, i32 } %166, 3, !dbg !18
  %171 = add i32 %154, %108, !dbg !18
  %172 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %171) #4, !dbg !18
  %173 = extractvalue { i32, i32, i32, i32 } %172, 0, !dbg !18
  %174 = extractvalue { i32, i32, i32, i32 } %172, 1, !dbg !18
  %175 = extractvalue { i32, i32, i32, i32 } %172, 2, !dbg !18
  %176 = extractvalue { i32, i32, i32, i32 } %172, 3, !dbg !18
  %177 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %157, i32 %158, i32 %159, i32 %160, i32 %162, i32 %163, float %111, float %112, float %113, float %114) #4, !dbg !18
  %178 = extractvalue { float, float, float, float } %177, 0, !dbg !18
  %179 = extractvalue { float, float, float, float } %177, 1, !dbg !18
  %180 = extractvalue { float, float, float, float } %177, 2, !dbg !18
  %181 = extractvalue { float, float, float, float } %177, 3, !dbg !18
  %182 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %157, i32 %158, i32 %159, i32 %160, i32 %164, i32 %165, float %115, float %116, float %117, float %118) #4, !dbg !18
  %183 = extractvalue { float, float, float, float } %182, 0, !dbg !18
  %184 = extractvalue { float, float, float, float } %182, 1, !dbg !18
  %185 = extractvalue { float, float, float, float } %182, 2, !dbg !18
  %186 = extractvalue { float, float, float, float } %182, 3, !dbg !18
  %187 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %167, i32 %168, i32 %169, i32 %170, i32 %162, i32 %163, float %127, float %128, float %129, float %130) #4, !dbg !18
  %188 = extractvalue { float, float, float, float } %187, 0, !dbg !18
  %189 = extractvalue { float, float, float, float } %187, 1, !dbg !18
  %190 = extractvalue { float, float, float, float } %187, 2, !dbg !18
  %191 = extractvalue { float, float, float, float } %187, 3, !dbg !18
  %192 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %167, i32 %168, i32 %169, i32 %170, i32 %164, i32 %165, float %131, float %132, float %133, float %134) #4, !dbg !18
  %193 = extractvalue { float, float, float, float } %192, 0, !dbg !18
  %194 = extractvalue { float, float, float, float } %192, 1, !dbg !18
  %195 = extractvalue { float, float, float, float } %192, 2, !dbg !18
  %196 = extractvalue { float, float, float, float } %192, 3, !dbg !18
  %197 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %171) #4, !dbg !18
  %198 = extractvalue { i32, i32, i32, i32 } %197, 0, !dbg !18
  %199 = extractvalue { i32, i32, i32, i32 } %197, 1, !dbg !18
  %200 = extractvalue { i32, i32, i32, i32 } %197, 2, !dbg !18
  %201 = extractvalue { i32, i32, i32, i32 } %197, 3, !dbg !18
  %202 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %155) #4, !dbg !18
  %203 = extractvalue { i32, i32, i32, i32 } %202, 0, !dbg !18
  %204 = extractvalue { i32, i32, i32, i32 } %202, 1, !dbg !18
  %205 = extractvalue { i32, i32, i32, i32 } %202, 2, !dbg !18
  %206 = extractvalue { i32, i32, i32, i32 } %202, 3, !dbg !18
  %207 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %171) #4, !dbg !18
  %208 = extractvalue { i32, i32, i32, i32 } %207, 0, !dbg !18
  %209 = extractvalue { i32, i32, i32, i32 } %207, 1, !dbg !18
  %210 = extractvalue { i32, i32, i32, i32 } %207, 2, !dbg !18
  %211 = extractvalue { i32, i32, i32, i32 } %207, 3, !dbg !18
  %212 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %157, i32 %158, i32 %159, i32 %160, i32 %173, i32 %174, float %119, float %120, float %121, float %122) #4, !dbg !18
  %213 = extractvalue { float, float, float, float } %212, 0, !dbg !18
  %214 = extractvalue { float, float, float, float } %212, 1, !dbg !18
  %215 = extractvalue { float, float, float, float } %212, 2, !dbg !18
  %216 = extractvalue { float, float, float, float } %212, 3, !dbg !18
  %217 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %157, i32 %158, i32 %159, i32 %160, i32 %175, i32 %176, float %123, float %124, float %125, float %126) #4, !dbg !18
  %218 = extractvalue { float, float, float, float } %217, 0, !dbg !18
  %219 = extractvalue { float, float, float, float } %217, 1, !dbg !18
  %220 = extractvalue { float, float, float, float } %217, 2, !dbg !18
  %221 = extractvalue { float, float, float, float } %217, 3, !dbg !18
  %222 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %167, i32 %168, i32 %169, i32 %170, i32 %173, i32 %174, float %135, float %136, float %137, float %138) #4, !dbg !18
  %223 = extractvalue { float, float, float, float } %222, 0, !dbg !18
  %224 = extractvalue { float, float, float, float } %222, 1, !dbg !18
  %225 = extractvalue { float, float, float, float } %222, 2, !dbg !18
  %226 = extractvalue { float, float, float, float } %222, 3, !dbg !18
  %227 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %167, i32 %168, i32 %169, i32 %170, i32 %175, i32 %176, float %139, float %140, float %141, float %142) #4, !dbg !18
  %228 = extractvalue { float, float, float, float } %227, 0, !dbg !18
  %229 = extractvalue { float, float, float, float } %227, 1, !dbg !18
  %230 = extractvalue { float, float, float, float } %227, 2, !dbg !18
  %231 = extractvalue { float, float, float, float } %227, 3, !dbg !18
  %232 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %171) #4, !dbg !18
  %233 = extractvalue { i32, i32, i32, i32 } %232, 0, !dbg !18
  %234 = extractvalue { i32, i32, i32, i32 } %232, 1, !dbg !18
  %235 = extractvalue { i32, i32, i32, i32 } %232, 2, !dbg !18
  %236 = extractvalue { i32, i32, i32, i32 } %232, 3, !dbg !18
  %237 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %198, i32 %199, i32 %200, i32 %201, i32 %203, i32 %204, float %178, float %179, float %180, float %181) #4, !dbg !18
  %238 = extractvalue { float, float, float, float } %237, 0, !dbg !18
  %239 = extractvalue { float, float, float, float } %237, 1, !dbg !18
  %240 = extractvalue { float, float, float, float } %237, 2, !dbg !18
  %241 = extractvalue { float, float, float, float } %237, 3, !dbg !18
  %242 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %198, i32 %199, i32 %200, i32 %201, i32 %205, i32 %206, float %183, float %184, float %185, float %186) #4, !dbg !18
  %243 = extractvalue { float, float, float, float } %242, 0, !dbg !18
  %244 = extractvalue { float, float, float, float } %242, 1, !dbg !18
  %245 = extractvalue { float, float, float, float } %242, 2, !dbg !18
  %246 = extractvalue { float, float, float, float } %242, 3, !dbg !18
  %247 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %208, i32 %209, i32 %210, i32 %211, i32 %203, i32 %204, float %188, float %189, float %190, float %191) #4, !dbg !18
  %248 = extractvalue { float, float, float, float } %247, 0, !dbg !18
  %249 = extractvalue { float, float, float, float } %247, 1, !dbg !18
  %250 = extractvalue { float, float, float, float } %247, 2, !dbg !18
  %251 = extractvalue { float, float, float, float } %247, 3, !dbg !18
  %252 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %208, i32 %209, i32 %210, i32 %211, i32 %205, i32 %206, float %193, float %194, float %195, float %196) #4, !dbg !18
  %253 = extractvalue { float, float, float, float } %252, 0, !dbg !18
  %254 = extractvalue { float, float, float, float } %252, 1, !dbg !18
  %255 = extractvalue { float, float, float, float } %252, 2, !dbg !18
  %256 = extractvalue { float, float, float, float } %252, 3, !dbg !18
  %257 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %198, i32 %199, i32 %200, i32 %201, i32 %233, i32 %234, float %213, float %214, float %215, float %216) #4, !dbg !18
  %258 = extractvalue { float, float, float, float } %257, 0, !dbg !18
  %259 = extractvalue { float, float, float, float } %257, 1, !dbg !18
  %260 = extractvalue { float, float, float, float } %257, 2, !dbg !18
  %261 = extractvalue { float, float, float, float } %257, 3, !dbg !18
  %262 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %198, i32 %199, i32 %200, i32 %201, i32 %235, i32 %236, float %218, float %219, float %220, float %221) #4, !dbg !18
  %263 = extractvalue { float, float, float, float } %262, 0, !dbg !18
  %264 = extractvalue { float, float, float, float } %262, 1, !dbg !18
  %265 = extractvalue { float, float, float, float } %262, 2, !dbg !18
  %266 = extractvalue { float, float, float, float } %262, 3, !dbg !18
  %267 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %208, i32 %209, i32 %210, i32 %211, i32 %233, i32 %234, float %223, float %224, float %225, float %226) #4, !dbg !18
  %268 = extractvalue { float, float, float, float } %267, 0, !dbg !18
  %269 = extractvalue { float, float, float, float } %267, 1, !dbg !18
  %270 = extractvalue { float, float, float, float } %267, 2, !dbg !18
  %271 = extractvalue { float, float, float, float } %267, 3, !dbg !18
  %272 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %208, i32 %209, i32 %210, i32 %211, i32 %235, i32 %236, float %228, float %229, float %230, float %231) #4, !dbg !18
  %273 = extractvalue { float, float, float, float } %272, 0, !dbg !18
  %274 = extractvalue { float, float, float, float } %272, 1, !dbg !18
  %275 = extractvalue { float, float, float, float } %272, 2, !dbg !18
  %276 = extractvalue { float, float, float, float } %272, 3, !dbg !18
  %277 = add i32 %110, 64, !dbg !11
  %278 = sub i32 %5, %110, !dbg !11
  %279 = icmp ugt i32 %278, 64, !dbg !11
  %280 = sext i32 %277 to i64, !dbg !10
  %gep = getelementptr half, ptr addrspace(1) %37, i64 %280, !dbg !10
  %gep36 = getelementptr half, ptr addrspace(1) %38, i64 %280, !dbg !10
  %gep38 = getelementptr half, ptr addrspace(1) %39, i64 %280, !dbg !10
  %gep40 = getelementptr half, ptr addrspace(1) %40, i64 %280, !dbg !10
  %281 = or disjoint i32 %277, %10, !dbg !16
  %282 = or disjoint i32 %277, %11, !dbg !16
  %283 = or disjoint i32 %277, %12, !dbg !16
  %284 = or disjoint i32 %277, %13, !dbg !16
  %285 = mul i32 %281, %4, !dbg !12
  %286 = mul i32 %282, %4, !dbg !12
  %287 = mul i32 %283, %4, !dbg !12
  %288 = mul i32 %284, %4, !dbg !12
  %289 = sext i32 %285 to i64, !dbg !13
  %290 = sext i32 %286 to i64, !dbg !13
  %291 = sext i32 %287 to i64, !dbg !13
  %292 = sext i32 %288 to i64, !dbg !13
  %gep42 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %289, !dbg !13
  %gep44 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %290, !dbg !13
  %gep46 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %291, !dbg !13
  %gep48 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %292, !dbg !13
  %293 = shl i32 %143, 11, !dbg !14
  %294 = add i32 %66, %293, !dbg !14
  %295 = select i1 %279, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep, i32 %295) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep36, i32 %295) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep38, i32 %295) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep40, i32 %295) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep42, i32 %295) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep44, i32 %295) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep46, i32 %295) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %294, ptr addrspace(1) %gep48, i32 %295) #3, !dbg !15
  call void @llvm.nvvm.cp.async.commit.group(), !dbg !11
  %296 = add i32 %110, 32, !dbg !11
  br label %109, !dbg !11

297:                                              ; preds = %109
  %298 = or disjoint i32 %22, 4, !dbg !8
  call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %299 = shl nuw nsw i32 %7, 4, !dbg !11
  %300 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %299, !dbg !11
  %301 = insertelement <4 x float> poison, float %111, i64 0, !dbg !11
  %302 = insertelement <4 x float> %301, float %112, i64 1, !dbg !11
  %303 = insertelement <4 x float> %302, float %113, i64 2, !dbg !11
  %304 = insertelement <4 x float> %303, float %114, i64 3, !dbg !11
  store <4 x float> %304, ptr addrspace(3) %300, align 16, !dbg !11
  %305 = xor i32 %299, 1040, !dbg !11
  %306 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %305, !dbg !11
  %307 = insertelement <4 x float> poison, float %115, i64 0, !dbg !11
  %308 = insertelement <4 x float> %307, float %116, i64 1, !dbg !11
  %309 = insertelement <4 x float> %308, float %117, i64 2, !dbg !11
  %310 = insertelement <4 x float> %309, float %118, i64 3, !dbg !11
  store <4 x float> %310, ptr addrspace(3) %306, align 16, !dbg !11
  %311 = xor i32 %299, 2080, !dbg !11
  %312 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %311, !dbg !11
  %313 = insertelement <4 x float> poison, float %119, i64 0, !dbg !11
  %314 = insertelement <4 x float> %313, float %120, i64 1, !dbg !11
  %315 = insertelement <4 x float> %314, float %121, i64 2, !dbg !11
  %316 = insertelement <4 x float> %315, float %122, i64 3, !dbg !11
  store <4 x float> %316, ptr addrspace(3) %312, align 16, !dbg !11
  %317 = xor i32 %299, 3120, !dbg !11
  %318 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %317, !dbg !11
  %319 = insertelement <4 x float> poison, float %123, i64 0, !dbg !11
  %320 = insertelement <4 x float> %319, float %124, i64 1, !dbg !11
  %321 = insertelement <4 x float> %320, float %125, i64 2, !dbg !11
  %322 = insertelement <4 x float> %321, float %126, i64 3, !dbg !11
  store <4 x float> %322, ptr addrspace(3) %318, align 16, !dbg !11
  %323 = getelementptr i8, ptr addrspace(3) %300, i32 512, !dbg !11
  %324 = insertelement <4 x float> poison, float %127, i64 0, !dbg !11
  %325 = insertelement <4 x float> %324, float %128, i64 1, !dbg !11
  %326 = insertelement <4 x float> %325, float %129, i64 2, !dbg !11
  %327 = insertelement <4 x float> %326, float %130, i64 3, !dbg !11
  store <4 x float> %327, ptr addrspace(3) %323, align 16, !dbg !11
  %328 = xor i32 %299, 1552, !dbg !11
  %329 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %328, !dbg !11
  %330 = insertelement <4 x float> poison, float %131, i64 0, !dbg !11
  %331 = insertelement <4 x float> %330, float %132, i64 1, !dbg !11
  %332 = insertelement <4 x float> %331, float %133, i64 2, !dbg !11
  %333 = insertelement <4 x float> %332, float %134, i64 3, !dbg !11
  store <4 x float> %333, ptr addrspace(3) %329, align 16, !dbg !11
  %334 = xor i32 %299, 2592, !dbg !11
  %335 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %334, !dbg !11
  %336 = insertelement <4 x float> poison, float %135, i64 0, !dbg !11
  %337 = insertelement <4 x float> %336, float %136, i64 1, !dbg !11
  %338 = insertelement <4 x float> %337, float %137, i64 2, !dbg !11
  %339 = insertelement <4 x float> %338, float %138, i64 3, !dbg !11
  store <4 x float> %339, ptr addrspace(3) %335, align 16, !dbg !11
  %340 = xor i32 %299, 3632, !dbg !11
  %341 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %340, !dbg !11
  %342 = insertelement <4 x float> poison, float %139, i64 0, !dbg !11
  %343 = insertelement <4 x float> %342, float %140, i64 1, !dbg !11
  %344 = insertelement <4 x float> %343, float %141, i64 2, !dbg !11
  %345 = insertelement <4 x float> %344, float %142, i64 3, !dbg !11
  store <4 x float> %345, ptr addrspace(3) %341, align 16, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %346 = and i32 %7, 3, !dbg !11
  %347 = mul nuw nsw i32 %346, 260, !dbg !11
  %348 = shl nuw nsw i32 %7, 2, !dbg !11
  %349 = and i32 %348, 112, !dbg !11
  %350 = xor i32 %347, %349, !dbg !11
  %351 = shl nuw nsw i32 %350, 2, !dbg !11
  %352 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %351, !dbg !11
  %353 = load <4 x float>, ptr addrspace(3) %352, align 16, !dbg !11
  %354 = xor i32 %351, 16, !dbg !11
  %355 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %354, !dbg !11
  %356 = load <4 x float>, ptr addrspace(3) %355, align 16, !dbg !11
  %357 = xor i32 %351, 32, !dbg !11
  %358 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %357, !dbg !11
  %359 = load <4 x float>, ptr addrspace(3) %358, align 16, !dbg !11
  %360 = xor i32 %351, 48, !dbg !11
  %361 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %360, !dbg !11
  %362 = load <4 x float>, ptr addrspace(3) %361, align 16, !dbg !11
  %363 = xor i32 %351, 512, !dbg !11
  %364 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %363, !dbg !11
  %365 = load <4 x float>, ptr addrspace(3) %364, align 16, !dbg !11
  %366 = xor i32 %351, 528, !dbg !11
  %367 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %366, !dbg !11
  %368 = load <4 x float>, ptr addrspace(3) %367, align 16, !dbg !11
  %369 = xor i32 %351, 544, !dbg !11
  %370 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %369, !dbg !11
  %371 = load <4 x float>, ptr addrspace(3) %370, align 16, !dbg !11
  %372 = xor i32 %351, 560, !dbg !11
  %373 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %372, !dbg !11
  %374 = load <4 x float>, ptr addrspace(3) %373, align 16, !dbg !11
  %375 = mul i32 %4, %16, !dbg !19
  %376 = mul i32 %4, %17, !dbg !19
  %377 = mul i32 %4, %18, !dbg !19
  %378 = mul i32 %4, %19, !dbg !19
  %379 = sext i32 %375 to i64, !dbg !20
  %380 = getelementptr float, ptr addrspace(1) %2, i64 %379, !dbg !20
  %381 = sext i32 %376 to i64, !dbg !20
  %382 = getelementptr float, ptr addrspace(1) %2, i64 %381, !dbg !20
  %383 = sext i32 %377 to i64, !dbg !20
  %384 = getelementptr float, ptr addrspace(1) %2, i64 %383, !dbg !20
  %385 = sext i32 %378 to i64, !dbg !20
  %386 = getelementptr float, ptr addrspace(1) %2, i64 %385, !dbg !20
  %387 = getelementptr float, ptr addrspace(1) %380, i64 %53, !dbg !20
  %388 = zext nneg i32 %298 to i64, !dbg !20
  %389 = getelementptr float, ptr addrspace(1) %380, i64 %388, !dbg !20
  %390 = getelementptr float, ptr addrspace(1) %382, i64 %53, !dbg !20
  %391 = getelementptr float, ptr addrspace(1) %382, i64 %388, !dbg !20
  %392 = getelementptr float, ptr addrspace(1) %384, i64 %53, !dbg !20
  %393 = getelementptr float, ptr addrspace(1) %384, i64 %388, !dbg !20
  %394 = getelementptr float, ptr addrspace(1) %386, i64 %53, !dbg !20
  %395 = getelementptr float, ptr addrspace(1) %386, i64 %388, !dbg !20
  %396 = shufflevector <4 x float> %353, <4 x float> %356, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %396, ptr addrspace(1) %387, align 16, !dbg !21
  %397 = shufflevector <4 x float> %359, <4 x float> %362, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %397, ptr addrspace(1) %389, align 16, !dbg !21
  %398 = shufflevector <4 x float> %353, <4 x float> %356, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %398, ptr addrspace(1) %390, align 16, !dbg !21
  %399 = shufflevector <4 x float> %359, <4 x float> %362, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %399, ptr addrspace(1) %391, align 16, !dbg !21
  %400 = shufflevector <4 x float> %365, <4 x float> %368, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %400, ptr addrspace(1) %392, align 16, !dbg !21
  %401 = shufflevector <4 x float> %371, <4 x float> %374, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %401, ptr addrspace(1) %393, align 16, !dbg !21
  %402 = shufflevector <4 x float> %365, <4 x float> %368, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %402, ptr addrspace(1) %394, align 16, !dbg !21
  %403 = shufflevector <4 x float> %371, <4 x float> %374, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %403, ptr addrspace(1) %395, align 16, !dbg !21
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

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.commit.group() #3

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg) #3

attributes #0 = { "nvvm.reqntid"="32" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nounwind }
attributes #4 = { convergent nounwind }

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
