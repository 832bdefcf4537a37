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
  %35 = zext nneg i32 %15 to i64, !dbg !10
  %36 = getelementptr half, ptr addrspace(1) %28, i64 %35, !dbg !10
  %37 = getelementptr half, ptr addrspace(1) %30, i64 %35, !dbg !10
  %38 = getelementptr half, ptr addrspace(1) %32, i64 %35, !dbg !10
  %39 = getelementptr half, ptr addrspace(1) %34, i64 %35, !dbg !10
  %40 = mul i32 %4, %10, !dbg !12
  %41 = mul i32 %4, %11, !dbg !12
  %42 = mul i32 %4, %12, !dbg !12
  %43 = mul i32 %4, %13, !dbg !12
  %44 = sext i32 %40 to i64, !dbg !13
  %45 = getelementptr half, ptr addrspace(1) %1, i64 %44, !dbg !13
  %46 = sext i32 %41 to i64, !dbg !13
  %47 = getelementptr half, ptr addrspace(1) %1, i64 %46, !dbg !13
  %48 = sext i32 %42 to i64, !dbg !13
  %49 = getelementptr half, ptr addrspace(1) %1, i64 %48, !dbg !13
  %50 = sext i32 %43 to i64, !dbg !13
  %51 = getelementptr half, ptr addrspace(1) %1, i64 %50, !dbg !13
  %52 = zext nneg i32 %22 to i64, !dbg !13
  %53 = getelementptr half, ptr addrspace(1) %45, i64 %52, !dbg !13
  %54 = getelementptr half, ptr addrspace(1) %47, i64 %52, !dbg !13
  %55 = getelementptr half, ptr addrspace(1) %49, i64 %52, !dbg !13
  %56 = getelementptr half, ptr addrspace(1) %51, i64 %52, !dbg !13
  %57 = icmp sgt i32 %5, 0, !dbg !11
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
  %67 = select i1 %57, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %36, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %37, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %38, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %39, i32 %67) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %53, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %54, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %55, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %66, ptr addrspace(1) %56, i32 %67) #3, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #3, !dbg !11
  %68 = getelementptr i8, ptr addrspace(1) %28, i64 64, !dbg !10
  %69 = getelementptr i8, ptr addrspace(1) %30, i64 64, !dbg !10
  %70 = getelementptr i8, ptr addrspace(1) %32, i64 64, !dbg !10
  %71 = getelementptr i8, ptr addrspace(1) %34, i64 64, !dbg !10
  %72 = getelementptr half, ptr addrspace(1) %68, i64 %35, !dbg !10
  %73 = getelementptr half, ptr addrspace(1) %69, i64 %35, !dbg !10
  %74 = getelementptr half, ptr addrspace(1) %70, i64 %35, !dbg !10
  %75 = getelementptr half, ptr addrspace(1) %71, i64 %35, !dbg !10
  %76 = or disjoint i32 %10, 32, !dbg !16
  %77 = or disjoint i32 %10, 40, !dbg !16
  %78 = or disjoint i32 %10, 48, !dbg !16
  %79 = or disjoint i32 %10, 56, !dbg !16
  %80 = mul i32 %4, %76, !dbg !12
  %81 = mul i32 %4, %77, !dbg !12
  %82 = mul i32 %4, %78, !dbg !12
  %83 = mul i32 %4, %79, !dbg !12
  %84 = sext i32 %80 to i64, !dbg !13
  %85 = getelementptr half, ptr addrspace(1) %1, i64 %84, !dbg !13
  %86 = sext i32 %81 to i64, !dbg !13
  %87 = getelementptr half, ptr addrspace(1) %1, i64 %86, !dbg !13
  %88 = sext i32 %82 to i64, !dbg !13
  %89 = getelementptr half, ptr addrspace(1) %1, i64 %88, !dbg !13
  %90 = sext i32 %83 to i64, !dbg !13
  %91 = getelementptr half, ptr addrspace(1) %1, i64 %90, !dbg !13
  %92 = getelementptr half, ptr addrspace(1) %85, i64 %52, !dbg !13
  %93 = getelementptr half, ptr addrspace(1) %87, i64 %52, !dbg !13
  %94 = getelementptr half, ptr addrspace(1) %89, i64 %52, !dbg !13
  %95 = getelementptr half, ptr addrspace(1) %91, i64 %52, !dbg !13
  %96 = icmp sgt i32 %5, 32, !dbg !11
  %97 = add i32 %65, add (i32 ptrtoint (ptr addrspace(3) @tq_shared to i32), i32 2048), !dbg !14
  %98 = select i1 %96, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %72, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %73, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %74, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %75, i32 %98) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %92, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %93, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %94, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %97, ptr addrspace(1) %95, i32 %98) #3, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #3, !dbg !11
  %invariant.gep41 = getelementptr half, ptr addrspace(1) %1, i64 %52, !dbg !11
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
  br label %109, !dbg !11

109:                                              ; preds = %146, %6
  %110 = phi i32 [ %296, %146 ], [ 0, %6 ], !dbg !11
  %111 = phi float [ %257, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %112 = phi float [ %258, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %113 = phi float [ %259, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %114 = phi float [ %260, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %115 = phi float [ %262, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %116 = phi float [ %263, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %117 = phi float [ %264, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %118 = phi float [ %265, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %119 = phi float [ %277, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %120 = phi float [ %278, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %121 = phi float [ %279, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %122 = phi float [ %280, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %123 = phi float [ %282, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %124 = phi float [ %283, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %125 = phi float [ %284, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %126 = phi float [ %285, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %127 = phi float [ %267, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %128 = phi float [ %268, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %129 = phi float [ %269, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %130 = phi float [ %270, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %131 = phi float [ %272, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %132 = phi float [ %273, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %133 = phi float [ %274, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %134 = phi float [ %275, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %135 = phi float [ %287, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %136 = phi float [ %288, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %137 = phi float [ %289, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %138 = phi float [ %290, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %139 = phi float [ %292, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %140 = phi float [ %293, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %141 = phi float [ %294, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %142 = phi float [ %295, %146 ], [ 0.000000e+00, %6 ], !dbg !17
  %143 = phi i32 [ %168, %146 ], [ 2, %6 ]
  %144 = phi i32 [ %171, %146 ], [ 0, %6 ]
  %145 = icmp slt i32 %110, %5, !dbg !11
  br i1 %145, label %146, label %297, !dbg !11

146:                                              ; preds = %109
  call void asm sideeffect "cp.async.wait_group 1;", "~{memory}"() #3, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %147 = add i32 %110, 64, !dbg !11
  %148 = sext i32 %147 to i64, !dbg !10
  %gep = getelementptr half, ptr addrspace(1) %36, i64 %148, !dbg !10
  %gep36 = getelementptr half, ptr addrspace(1) %37, i64 %148, !dbg !10
  %gep38 = getelementptr half, ptr addrspace(1) %38, i64 %148, !dbg !10
  %gep40 = getelementptr half, ptr addrspace(1) %39, i64 %148, !dbg !10
  %149 = or disjoint i32 %147, %10, !dbg !16
  %150 = or disjoint i32 %147, %11, !dbg !16
  %151 = or disjoint i32 %147, %12, !dbg !16
  %152 = or disjoint i32 %147, %13, !dbg !16
  %153 = mul i32 %149, %4, !dbg !12
  %154 = mul i32 %150, %4, !dbg !12
  %155 = mul i32 %151, %4, !dbg !12
  %156 = mul i32 %152, %4, !dbg !12
  %157 = sext i32 %153 to i64, !dbg !13
  %158 = sext i32 %154 to i64, !dbg !13
  %159 = sext i32 %155 to i64, !dbg !13
  %160 = sext i32 %156 to i64, !dbg !13
  %gep42 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %157, !dbg !13
  %gep44 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %158, !dbg !13
  %gep46 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %159, !dbg !13
  %gep48 = getelementptr half, ptr addrspace(1) %invariant.gep41, i64 %160, !dbg !13
  %161 = sub i32 %5, %110, !dbg !11
  %162 = icmp sgt i32 %161, 64, !dbg !11
  %163 = shl i32 %143, 11, !dbg !14
  %164 = add i32 %66, %163, !dbg !14
  %165 = select i1 %162, i32 16, i32 0, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+0], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep, i32 %165) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+512], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep36, i32 %165) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1024], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep38, i32 %165) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+1536], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep40, i32 %165) #3, !dbg !14
  call void asm sideeffect "cp.async.cg.shared.global [$0+6144], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep42, i32 %165) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+6656], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep44, i32 %165) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7168], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep46, i32 %165) #3, !dbg !15
  call void asm sideeffect "cp.async.cg.shared.global [$0+7680], [$1], 16, $2;", "r,l,r"(i32 %164, ptr addrspace(1) %gep48, i32 %165) #3, !dbg !15
  call void asm sideeffect "cp.async.commit_group;", ""() #3, !dbg !11
  %166 = add i32 %143, 1, !dbg !11
  %167 = icmp eq i32 %166, 3, !dbg !11
  %168 = select i1 %167, i32 0, i32 %166, !dbg !11
  %169 = add i32 %144, 1, !dbg !11
  %170 = icmp eq i32 %169, 3, !dbg !11
  %171 = select i1 %170, i32 0, i32 %169, !dbg !11
  %172 = shl i32 %144, 11, !dbg !14
  %173 = add i32 %172, ptrtoint (ptr addrspace(3) @tq_shared to i32), !dbg !14
  %174 = add i32 %173, %107, !dbg !18
  %175 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r"(i32 %174) #3, !dbg !18
  %176 = extractvalue { i32, i32, i32, i32 } %175, 0, !dbg !18
  %177 = extractvalue { i32, i32, i32, i32 } %175, 1, !dbg !18
  %178 = extractvalue { i32, i32, i32, i32 } %175, 2, !dbg !18
  %179 = extractvalue { i32, i32, i32, i32 } %175, 3, !dbg !18
  %180 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %174) #3, !dbg !18
  %181 = extractvalue { i32, i32, i32, i32 } %180, 0, !dbg !18
  %182 = extractvalue { i32, i32, i32, i32 } %180, 1, !dbg !18
  %183 = extractvalue { i32, i32, i32, i32 } %180, 2, !dbg !18
  %184 = extractvalue { i32, i32, i32, i32 } %180, 3, !dbg !18
  %185 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %174) #3, !dbg !18
  %186 = extractvalue { i32, i32, i32, i32 } %185, 0, !dbg !18
  %187 = extractvalue { i32, i32, i32, i32 } %185, 1, !dbg !18
  %188 = extractvalue { i32, i32, i32, i32 } %185, 2, !dbg !18
  %189 = extractvalue { i32, i32, i32, i32 } %185, 3, !dbg !18
  %190 = add i32 %173, %108, !dbg !18
  %191 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+6144];", "=r,=r,=r,=r,r"(i32 %190) #3, !dbg !18
  %192 = extractvalue { i32, i32, i32, i32 } %191, 0, !dbg !18
  %193 = extractvalue { i32, i32, i32, i32 } %191, 1, !dbg !18
  %194 = extractvalue { i32, i32, i32, i32 } %191, 2, !dbg !18
  %195 = extractvalue { i32, i32, i32, i32 } %191, 3, !dbg !18
  %196 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %176, i32 %177, i32 %178, i32 %179, i32 %181, i32 %182, float %111, float %112, float %113, float %114) #3, !dbg !18
  %197 = extractvalue { float, float, float, float } %196, 0, !dbg !18
  %198 = extractvalue { float, float, float, float } %196, 1, !dbg !18
  %199 = extractvalue { float, float, float, float } %196, 2, !dbg !18
  %200 = extractvalue { float, float, float, float } %196, 3, !dbg !18
  %201 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %176, i32 %177, i32 %178, i32 %179, i32 %183, i32 %184, float %115, float %116, float %117, float %118) #3, !dbg !18
  %202 = extractvalue { float, float, float, float } %201, 0, !dbg !18
  %203 = extractvalue { float, float, float, float } %201, 1, !dbg !18
  %204 = extractvalue { float, float, float, float } %201, 2, !dbg !18
  %205 = extractvalue { float, float, float, float } %201, 3, !dbg !18
  %206 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %186, i32 %187, i32 %188, i32 %189, i32 %181, i32 %182, float %127, float %128, float %129, float %130) #3, !dbg !18
  %207 = extractvalue { float, float, float, float } %206, 0, !dbg !18
  %208 = extractvalue { float, float, float, float } %206, 1, !dbg !18
  %209 = extractvalue { float, float, float, float } %206, 2, !dbg !18
  %210 = extractvalue { float, float, float, float } %206, 3, !dbg !18
  %211 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %186, i32 %187, i32 %188, i32 %189, i32 %183, i32 %184, float %131, float %132, float %133, float %134) #3, !dbg !18
  %212 = extractvalue { float, float, float, float } %211, 0, !dbg !18
  %213 = extractvalue { float, float, float, float } %211, 1, !dbg !18
  %214 = extractvalue { float, float, float, float } %211, 2, !dbg !18
  %215 = extractvalue { float, float, float, float } %211, 3, !dbg !18
  %216 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+0];", "=r,=r,=r,=r,r"(i32 %190) #3, !dbg !18
  %217 = extractvalue { i32, i32, i32, i32 } %216, 0, !dbg !18
  %218 = extractvalue { i32, i32, i32, i32 } %216, 1, !dbg !18
  %219 = extractvalue { i32, i32, i32, i32 } %216, 2, !dbg !18
  %220 = extractvalue { i32, i32, i32, i32 } %216, 3, !dbg !18
  %221 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %174) #3, !dbg !18
  %222 = extractvalue { i32, i32, i32, i32 } %221, 0, !dbg !18
  %223 = extractvalue { i32, i32, i32, i32 } %221, 1, !dbg !18
  %224 = extractvalue { i32, i32, i32, i32 } %221, 2, !dbg !18
  %225 = extractvalue { i32, i32, i32, i32 } %221, 3, !dbg !18
  %226 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4+1024];", "=r,=r,=r,=r,r"(i32 %190) #3, !dbg !18
  %227 = extractvalue { i32, i32, i32, i32 } %226, 0, !dbg !18
  %228 = extractvalue { i32, i32, i32, i32 } %226, 1, !dbg !18
  %229 = extractvalue { i32, i32, i32, i32 } %226, 2, !dbg !18
  %230 = extractvalue { i32, i32, i32, i32 } %226, 3, !dbg !18
  %231 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %176, i32 %177, i32 %178, i32 %179, i32 %192, i32 %193, float %119, float %120, float %121, float %122) #3, !dbg !18
  %232 = extractvalue { float, float, float, float } %231, 0, !dbg !18
  %233 = extractvalue { float, float, float, float } %231, 1, !dbg !18
  %234 = extractvalue { float, float, float, float } %231, 2, !dbg !18
  %235 = extractvalue { float, float, float, float } %231, 3, !dbg !18
  %236 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %176, i32 %177, i32 %178, i32 %179, i32 %194, i32 %195, float %123, float %124, float %125, float %126) #3, !dbg !18
  %237 = extractvalue { float, float, float, float } %236, 0, !dbg !18
  %238 = extractvalue { float, float, float, float } %236, 1, !dbg !18
  %239 = extractvalue { float, float, float, float } %236, 2, !dbg !18
  %240 = extractvalue { float, float, float, float } %236, 3, !dbg !18
  %241 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %186, i32 %187, i32 %188, i32 %189, i32 %192, i32 %193, float %135, float %136, float %137, float %138) #3, !dbg !18
  %242 = extractvalue { float, float, float, float } %241, 0, !dbg !18
  %243 = extractvalue { float, float, float, float } %241, 1, !dbg !18
  %244 = extractvalue { float, float, float, float } %241, 2, !dbg !18
  %245 = extractvalue { float, float, float, float } %241, 3, !dbg !18
  %246 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %186, i32 %187, i32 %188, i32 %189, i32 %194, i32 %195, float %139, float %140, float %141, float %142) #3, !dbg !18
  %247 = extractvalue { float, float, float, float } %246, 0, !dbg !18
  %248 = extractvalue { float, float, float, float } %246, 1, !dbg !18
  %249 = extractvalue { float, float, float, float } %246, 2, !dbg !18
  %250 = extractvalue { float, float, float, float } %246, 3, !dbg !18
  %251 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4+7168];", "=r,=r,=r,=r,r"(i32 %190) #3, !dbg !18
  %252 = extractvalue { i32, i32, i32, i32 } %251, 0, !dbg !18
  %253 = extractvalue { i32, i32, i32, i32 } %251, 1, !dbg !18
  %254 = extractvalue { i32, i32, i32, i32 } %251, 2, !dbg !18
  %255 = extractvalue { i32, i32, i32, i32 } %251, 3, !dbg !18
  %256 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %217, i32 %218, i32 %219, i32 %220, i32 %222, i32 %223, float %197, float %198, float %199, float %200) #3, !dbg !18
  %257 = extractvalue { float, float, float, float } %256, 0, !dbg !18
  %258 = extractvalue { float, float, float, float } %256, 1, !dbg !18
  %259 = extractvalue { float, float, float, float } %256, 2, !dbg !18
  %260 = extractvalue { float, float, float, float } %256, 3, !dbg !18
  %261 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %217, i32 %218, i32 %219, i32 %220, i32 %224, i32 %225, float %202, float %203, float %204, float %205) #3, !dbg !18
  %262 = extractvalue { float, float, float, float } %261, 0, !dbg !18
  %263 = extractvalue { float, float, float, float } %261, 1, !dbg !18
  %264 = extractvalue { float, float, float, float } %261, 2, !dbg !18
  %265 = extractvalue { float, float, float, float } %261, 3, !dbg !18
  %266 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %227, i32 %228, i32 %229, i32 %230, i32 %222, i32 %223, float %207, float %208, float %209, float %210) #3, !dbg !18
  %267 = extractvalue { float, float, float, float } %266, 0, !dbg !18
  %268 = extractvalue { float, float, float, float } %266, 1, !dbg !18
  %269 = extractvalue { float, float, float, float } %266, 2, !dbg !18
  %270 = extractvalue { float, float, float, float } %266, 3, !dbg !18
  %271 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %227, i32 %228, i32 %229, i32 %230, i32 %224, i32 %225, float %212, float %213, float %214, float %215) #3, !dbg !18
  %272 = extractvalue { float, float, float, float } %271, 0, !dbg !18
  %273 = extractvalue { float, float, float, float } %271, 1, !dbg !18
  %274 = extractvalue { float, float, float, float } %271, 2, !dbg !18
  %275 = extractvalue { float, float, float, float } %271, 3, !dbg !18
  %276 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %217, i32 %218, i32 %219, i32 %220, i32 %252, i32 %253, float %232, float %233, float %234, float %235) #3, !dbg !18
  %277 = extractvalue { float, float, float, float } %276, 0, !dbg !18
  %278 = extractvalue { float, float, float, float } %276, 1, !dbg !18
  %279 = extractvalue { float, float, float, float } %276, 2, !dbg !18
  %280 = extractvalue { float, float, float, float } %276, 3, !dbg !18
  %281 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %217, i32 %218, i32 %219, i32 %220, i32 %254, i32 %255, float %237, float %238, float %239, float %240) #3, !dbg !18
  %282 = extractvalue { float, float, float, float } %281, 0, !dbg !18
  %283 = extractvalue { float, float, float, float } %281, 1, !dbg !18
  %284 = extractvalue { float, float, float, float } %281, 2, !dbg !18
  %285 = extractvalue { float, float, float, float } %281, 3, !dbg !18
  %286 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %227, i32 %228, i32 %229, i32 %230, i32 %252, i32 %253, float %242, float %243, float %244, float %245) #3, !dbg !18
  %287 = extractvalue { float, float, float, float } %286, 0, !dbg !18
  %288 = extractvalue { float, float, float, float } %286, 1, !dbg !18
  %289 = extractvalue { float, float, float, float } %286, 2, !dbg !18
  %290 = extractvalue { float, float, float, float } %286, 3, !dbg !18
  %291 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %227, i32 %228, i32 %229, i32 %230, i32 %254, i32 %255, float %247, float %248, float %249, float %250) #3, !dbg !18
  %292 = extractvalue { float, float, float, float } %291, 0, !dbg !18
  %293 = extractvalue { float, float, float, float } %291, 1, !dbg !18
  %294 = extractvalue { float, float, float, float } %291, 2, !dbg !18
  %295 = extractvalue { float, float, float, float } %291, 3, !dbg !18
  %296 = add i32 %110, 32, !dbg !11
  br label %109, !dbg !11

297:                                              ; preds = %109
  %298 = or disjoint i32 %22, 4, !dbg !8
  call void asm sideeffect "cp.async.wait_group 0;", "~{memory}"() #3, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %299 = shl nuw nsw i32 %7, 4, !dbg !11
  %300 = and i32 %7, 3, !dbg !11
  %301 = mul nuw nsw i32 %300, 260, !dbg !11
  %302 = shl nuw nsw i32 %7, 2, !dbg !11
  %303 = and i32 %302, 112, !dbg !11
  %304 = xor i32 %301, %303, !dbg !11
  %305 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %299, !dbg !11
  %306 = insertelement <4 x float> poison, float %111, i64 0, !dbg !11
  %307 = insertelement <4 x float> %306, float %112, i64 1, !dbg !11
  %308 = insertelement <4 x float> %307, float %113, i64 2, !dbg !11
  %309 = insertelement <4 x float> %308, float %114, i64 3, !dbg !11
  store <4 x float> %309, ptr addrspace(3) %305, align 16, !dbg !11
  %310 = xor i32 %299, 1040, !dbg !11
  %311 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %310, !dbg !11
  %312 = insertelement <4 x float> poison, float %115, i64 0, !dbg !11
  %313 = insertelement <4 x float> %312, float %116, i64 1, !dbg !11
  %314 = insertelement <4 x float> %313, float %117, i64 2, !dbg !11
  %315 = insertelement <4 x float> %314, float %118, i64 3, !dbg !11
  store <4 x float> %315, ptr addrspace(3) %311, align 16, !dbg !11
  %316 = xor i32 %299, 2080, !dbg !11
  %317 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %316, !dbg !11
  %318 = insertelement <4 x float> poison, float %119, i64 0, !dbg !11
  %319 = insertelement <4 x float> %318, float %120, i64 1, !dbg !11
  %320 = insertelement <4 x float> %319, float %121, i64 2, !dbg !11
  %321 = insertelement <4 x float> %320, float %122, i64 3, !dbg !11
  store <4 x float> %321, ptr addrspace(3) %317, align 16, !dbg !11
  %322 = xor i32 %299, 3120, !dbg !11
  %323 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %322, !dbg !11
  %324 = insertelement <4 x float> poison, float %123, i64 0, !dbg !11
  %325 = insertelement <4 x float> %324, float %124, i64 1, !dbg !11
  %326 = insertelement <4 x float> %325, float %125, i64 2, !dbg !11
  %327 = insertelement <4 x float> %326, float %126, i64 3, !dbg !11
  store <4 x float> %327, ptr addrspace(3) %323, align 16, !dbg !11
  %328 = getelementptr i8, ptr addrspace(3) %305, i32 512, !dbg !11
  %329 = insertelement <4 x float> poison, float %127, i64 0, !dbg !11
  %330 = insertelement <4 x float> %329, float %128, i64 1, !dbg !11
  %331 = insertelement <4 x float> %330, float %129, i64 2, !dbg !11
  %332 = insertelement <4 x float> %331, float %130, i64 3, !dbg !11
  store <4 x float> %332, ptr addrspace(3) %328, align 16, !dbg !11
  %333 = xor i32 %299, 1552, !dbg !11
  %334 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %333, !dbg !11
  %335 = insertelement <4 x float> poison, float %131, i64 0, !dbg !11
  %336 = insertelement <4 x float> %335, float %132, i64 1, !dbg !11
  %337 = insertelement <4 x float> %336, float %133, i64 2, !dbg !11
  %338 = insertelement <4 x float> %337, float %134, i64 3, !dbg !11
  store <4 x float> %338, ptr addrspace(3) %334, align 16, !dbg !11
  %339 = xor i32 %299, 2592, !dbg !11
  %340 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %339, !dbg !11
  %341 = insertelement <4 x float> poison, float %135, i64 0, !dbg !11
  %342 = insertelement <4 x float> %341, float %136, i64 1, !dbg !11
  %343 = insertelement <4 x float> %342, float %137, i64 2, !dbg !11
  %344 = insertelement <4 x float> %343, float %138, i64 3, !dbg !11
  store <4 x float> %344, ptr addrspace(3) %340, align 16, !dbg !11
  %345 = xor i32 %299, 3632, !dbg !11
  %346 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %345, !dbg !11
  %347 = insertelement <4 x float> poison, float %139, i64 0, !dbg !11
  %348 = insertelement <4 x float> %347, float %140, i64 1, !dbg !11
  %349 = insertelement <4 x float> %348, float %141, i64 2, !dbg !11
  %350 = insertelement <4 x float> %349, float %142, i64 3, !dbg !11
  store <4 x float> %350, ptr addrspace(3) %346, align 16, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %351 = shl nuw nsw i32 %304, 2, !dbg !11
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
  %387 = getelementptr float, ptr addrspace(1) %380, i64 %52, !dbg !20
  %388 = zext nneg i32 %298 to i64, !dbg !20
  %389 = getelementptr float, ptr addrspace(1) %380, i64 %388, !dbg !20
  %390 = getelementptr float, ptr addrspace(1) %382, i64 %52, !dbg !20
  %391 = getelementptr float, ptr addrspace(1) %382, i64 %388, !dbg !20
  %392 = getelementptr float, ptr addrspace(1) %384, i64 %52, !dbg !20
  %393 = getelementptr float, ptr addrspace(1) %384, i64 %388, !dbg !20
  %394 = getelementptr float, ptr addrspace(1) %386, i64 %52, !dbg !20
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

attributes #0 = { "nvvm.reqntid"="32" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nounwind }

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
