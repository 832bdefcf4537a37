; // tq: {"schema":1,"version":"0.1.0","entry":"matmul","arch":"sm_80","params":[{"name":"a_ptr","type":"*fp16","div":16},{"name":"b_ptr","type":"*fp16","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"stride_a","type":"i32","div":16},{"name":"stride_b","type":"i32","div":16},{"name":"K","type":"i32","div":16}],"constants":{"BLOCK":"32"},"num_warps":1,"num_stages":3,"shared":4096,"plan":"#tqg.plan<warps = 1, stages = 3, roles = 1, cluster = 1>","files":["matmul.tq"],"accesses":[{"file":0,"line":8,"column":13,"kind":"load","pointer":"a_ptr + rows * stride_a + k + tl.arange(0, BLOCK)[None, :]","tensor":"a_ptr"},{"file":0,"line":9,"column":13,"kind":"load","pointer":"b_ptr + (k + tl.arange(0, BLOCK)[:, None]) * stride_b + cols","tensor":"b_ptr"},{"file":0,"line":11,"column":5,"kind":"store","pointer":"out_ptr + rows * stride_b + cols","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tq_shared = external addrspace(3) global [0 x i8], align 128

define ptx_kernel void @matmul(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, i32 %4, i32 %5) #0 !dbg !3 {
  %7 = call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %8 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %9 = shl i32 %8, 5, !dbg !7
  %10 = and i32 %7, 28, !dbg !6
  %11 = lshr i32 %7, 2, !dbg !6
  %12 = or disjoint i32 %11, 8, !dbg !6
  %13 = or disjoint i32 %11, 16, !dbg !6
  %14 = or disjoint i32 %11, 24, !dbg !6
  %15 = shl nuw nsw i32 %7, 3, !dbg !6
  %16 = and i32 %15, 24, !dbg !6
  %17 = or disjoint i32 %9, %11, !dbg !7
  %18 = or disjoint i32 %12, %9, !dbg !7
  %19 = or disjoint i32 %13, %9, !dbg !7
  %20 = or disjoint i32 %14, %9, !dbg !7
  %21 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !8
  %22 = shl nuw nsw i32 %21, 5, !dbg !8
  %23 = or disjoint i32 %16, %22, !dbg !8
  %24 = mul i32 %3, %17, !dbg !9
  %25 = mul i32 %3, %18, !dbg !9
  %26 = mul i32 %3, %19, !dbg !9
  %27 = mul i32 %3, %20, !dbg !9
  %28 = sext i32 %24 to i64, !dbg !10
  %29 = getelementptr half, ptr addrspace(1) %0, i64 %28, !dbg !10
  %30 = sext i32 %25 to i64, !dbg !10
  %31 = getelementptr half, ptr addrspace(1) %0, i64 %30, !dbg !10
  %32 = sext i32 %26 to i64, !dbg !10
  %33 = getelementptr half, ptr addrspace(1) %0, i64 %32, !dbg !10
  %34 = sext i32 %27 to i64, !dbg !10
  %35 = getelementptr half, ptr addrspace(1) %0, i64 %34, !dbg !10
  %36 = zext nneg i32 %16 to i64
  %invariant.gep = getelementptr half, ptr addrspace(1) %29, i64 %36, !dbg !11
  %invariant.gep62 = getelementptr half, ptr addrspace(1) %31, i64 %36, !dbg !11
  %invariant.gep64 = getelementptr half, ptr addrspace(1) %33, i64 %36, !dbg !11
  %invariant.gep66 = getelementptr half, ptr addrspace(1) %35, i64 %36, !dbg !11
  %37 = shl nuw nsw i32 %7, 4
  %38 = and i32 %7, 1
  %39 = mul nuw nsw i32 %38, 264
  %40 = lshr i32 %7, 1
  %41 = and i32 %40, 1
  %42 = mul nuw nsw i32 %41, 528
  %43 = shl nuw nsw i32 %10, 3
  %44 = xor i32 %43, %39
  %45 = xor i32 %44, %42
  %46 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %37
  %47 = xor i32 %37, 528
  %48 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %47
  %49 = xor i32 %37, 1056
  %50 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %49
  %51 = xor i32 %37, 1584
  %52 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %51
  %53 = shl nuw nsw i32 %45, 1
  %54 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %53
  %55 = xor i32 %53, 16
  %56 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %55
  %57 = xor i32 %53, 32
  %58 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %57
  %59 = xor i32 %53, 48
  %60 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %59
  %61 = zext nneg i32 %23 to i64
  %invariant.gep68 = getelementptr half, ptr addrspace(1) %1, i64 %61, !dbg !11
  %62 = and i32 %15, 56
  %63 = lshr i32 %7, 3
  %64 = and i32 %63, 1
  %65 = mul nuw nsw i32 %64, 136
  %66 = lshr i32 %7, 4
  %67 = mul nuw nsw i32 %66, 272
  %68 = xor i32 %67, %62
  %69 = xor i32 %68, %65
  %70 = mul nuw nsw i32 %38, 136
  %71 = mul nuw nsw i32 %41, 272
  %72 = xor i32 %71, %70
  %73 = and i32 %7, 4
  %74 = or disjoint i32 %72, %73
  %75 = mul nuw nsw i32 %64, 544
  %76 = shl nuw nsw i32 %7, 2
  %77 = and i32 %76, 64
  %78 = xor i32 %75, %77
  %79 = xor i32 %78, %74
  %80 = shl nuw nsw i32 %69, 1
  %81 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %80
  %82 = xor i32 %80, 1088
  %83 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %82
  %84 = xor i32 %80, 128
  %85 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %84
  %86 = xor i32 %80, 1216
  %87 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %86
  %88 = shl nuw nsw i32 %79, 1
  %89 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %88
  %90 = xor i32 %88, 64
  %91 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %90
  %92 = xor i32 %88, 16
  %93 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %92
  %94 = xor i32 %88, 80
  %95 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %94
  %96 = xor i32 %88, 32
  %97 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %96
  %98 = xor i32 %88, 96
  %99 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %98
  %100 = xor i32 %88, 48
  %101 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %100
  %102 = xor i32 %88, 112
  %103 = getelementptr i8, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tq_shared, i32 2048), i32 %102
  br label %104, !dbg !11

104:                                              ; preds = %139, %6
  %105 = phi i32 [ %325, %139 ], [ 0, %6 ], !dbg !11
  %106 = phi float [ %227, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %107 = phi float [ %228, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %108 = phi float [ %229, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %109 = phi float [ %230, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %110 = phi float [ %245, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %111 = phi float [ %246, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %112 = phi float [ %247, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %113 = phi float [ %248, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %114 = phi float [ %263, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %115 = phi float [ %264, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %116 = phi float [ %265, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %117 = phi float [ %266, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %118 = phi float [ %281, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %119 = phi float [ %282, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %120 = phi float [ %283, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %121 = phi float [ %284, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %122 = phi float [ %291, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %123 = phi float [ %292, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %124 = phi float [ %293, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %125 = phi float [ %294, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %126 = phi float [ %301, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %127 = phi float [ %302, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %128 = phi float [ %303, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %129 = phi float [ %304, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %130 = phi float [ %311, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %131 = phi float [ %312, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %132 = phi float [ %313, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %133 = phi float [ %314, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %134 = phi float [ %321, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %135 = phi float [ %322, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %136 = phi float [ %323, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %137 = phi float [ %324, %139 ], [ 0.000000e+00, %6 ], !dbg !12
  %138 = icmp slt i32 %105, %5, !dbg !11
  br i1 %138, label %139, label %326, !dbg !11

139:                                              ; preds = %104
  %140 = sext i32 %105 to i64, !dbg !10
  %gep = getelementptr half, ptr addrspace(1) %invariant.gep, i64 %140, !dbg !10
  %gep63 = getelementptr half, ptr addrspace(1) %invariant.gep62, i64 %140, !dbg !10
  %gep65 = getelementptr half, ptr addrspace(1) %invariant.gep64, i64 %140, !dbg !10
  %gep67 = getelementptr half, ptr addrspace(1) %invariant.gep66, i64 %140, !dbg !10
  %141 = load <8 x half>, ptr addrspace(1) %gep, align 16, !dbg !13
  %142 = load <8 x half>, ptr addrspace(1) %gep63, align 16, !dbg !13
  %143 = load <8 x half>, ptr addrspace(1) %gep65, align 16, !dbg !13
  %144 = load <8 x half>, ptr addrspace(1) %gep67, align 16, !dbg !13
  %145 = shufflevector <8 x half> %141, <8 x half> %142, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !13
  %146 = shufflevector <8 x half> %145, <8 x half> %143, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 poison, i32 poison>, !dbg !13
  %147 = shufflevector <8 x half> %146, <8 x half> %144, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 8, i32 9>, !dbg !13
  store <8 x half> %147, ptr addrspace(3) %46, align 16, !dbg !13
  %148 = shufflevector <8 x half> %141, <8 x half> %142, <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !13
  %149 = shufflevector <8 x half> %148, <8 x half> %143, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 10, i32 11, i32 poison, i32 poison>, !dbg !13
  %150 = shufflevector <8 x half> %149, <8 x half> %144, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 10, i32 11>, !dbg !13
  store <8 x half> %150, ptr addrspace(3) %48, align 16, !dbg !13
  %151 = shufflevector <8 x half> %141, <8 x half> %142, <8 x i32> <i32 4, i32 5, i32 12, i32 13, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !13
  %152 = shufflevector <8 x half> %151, <8 x half> %143, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 poison, i32 poison>, !dbg !13
  %153 = shufflevector <8 x half> %152, <8 x half> %144, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 12, i32 13>, !dbg !13
  store <8 x half> %153, ptr addrspace(3) %50, align 16, !dbg !13
  %154 = shufflevector <8 x half> %141, <8 x half> %142, <8 x i32> <i32 6, i32 7, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !13
  %155 = shufflevector <8 x half> %154, <8 x half> %143, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 14, i32 15, i32 poison, i32 poison>, !dbg !13
  %156 = shufflevector <8 x half> %155, <8 x half> %144, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 14, i32 15>, !dbg !13
  store <8 x half> %156, ptr addrspace(3) %52, align 16, !dbg !13
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !13
  %157 = load <4 x i32>, ptr addrspace(3) %54, align 16, !dbg !13
  %158 = load <4 x i32>, ptr addrspace(3) %56, align 16, !dbg !13
  %159 = load <4 x i32>, ptr addrspace(3) %58, align 16, !dbg !13
  %160 = load <4 x i32>, ptr addrspace(3) %60, align 16, !dbg !13
  %161 = or disjoint i32 %105, %11, !dbg !14
  %162 = or disjoint i32 %105, %12, !dbg !14
  %163 = or disjoint i32 %105, %13, !dbg !14
  %164 = or disjoint i32 %105, %14, !dbg !14
  %165 = mul i32 %161, %4, !dbg !15
  %166 = mul i32 %162, %4, !dbg !15
  %167 = mul i32 %163, %4, !dbg !15
  %168 = mul i32 %164, %4, !dbg !15
  %169 = sext i32 %165 to i64, !dbg !16
  %170 = sext i32 %166 to i64, !dbg !16
  %171 = sext i32 %167 to i64, !dbg !16
  %172 = sext i32 %168 to i64, !dbg !16
  %gep69 = getelementptr half, ptr addrspace(1) %invariant.gep68, i64 %169, !dbg !16
  %gep71 = getelementptr half, ptr addrspace(1) %invariant.gep68, i64 %170, !dbg !16
  %gep73 = getelementptr half, ptr addrspace(1) %invariant.gep68, i64 %171, !dbg !16
  %gep75 = getelementptr half, ptr addrspace(1) %invariant.gep68, i64 %172, !dbg !16
  %173 = load <8 x half>, ptr addrspace(1) %gep69, align 16, !dbg !17
  %174 = load <8 x half>, ptr addrspace(1) %gep71, align 16, !dbg !17
  %175 = load <8 x half>, ptr addrspace(1) %gep73, align 16, !dbg !17
  %176 = load <8 x half>, ptr addrspace(1) %gep75, align 16, !dbg !17
  %177 = shufflevector <8 x half> %173, <8 x half> %174, <8 x i32> <i32 0, i32 8, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %178 = shufflevector <8 x half> %177, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 8, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %179 = shufflevector <8 x half> %178, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 8, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %180 = shufflevector <8 x half> %179, <8 x half> %173, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 9, i32 poison, i32 poison, i32 poison>, !dbg !17
  %181 = shufflevector <8 x half> %180, <8 x half> %174, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 9, i32 poison, i32 poison>, !dbg !17
  %182 = shufflevector <8 x half> %181, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 9, i32 poison>, !dbg !17
  %183 = shufflevector <8 x half> %182, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 9>, !dbg !17
  store <8 x half> %183, ptr addrspace(3) %81, align 16, !dbg !17
  %184 = shufflevector <8 x half> %173, <8 x half> %174, <8 x i32> <i32 2, i32 10, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %185 = shufflevector <8 x half> %184, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 10, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %186 = shufflevector <8 x half> %185, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 10, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %187 = shufflevector <8 x half> %186, <8 x half> %173, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 11, i32 poison, i32 poison, i32 poison>, !dbg !17
  %188 = shufflevector <8 x half> %187, <8 x half> %174, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 11, i32 poison, i32 poison>, !dbg !17
  %189 = shufflevector <8 x half> %188, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 11, i32 poison>, !dbg !17
  %190 = shufflevector <8 x half> %189, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 11>, !dbg !17
  store <8 x half> %190, ptr addrspace(3) %83, align 16, !dbg !17
  %191 = shufflevector <8 x half> %173, <8 x half> %174, <8 x i32> <i32 4, i32 12, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %192 = shufflevector <8 x half> %191, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 12, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %193 = shufflevector <8 x half> %192, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 12, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %194 = shufflevector <8 x half> %193, <8 x half> %173, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 13, i32 poison, i32 poison, i32 poison>, !dbg !17
  %195 = shufflevector <8 x half> %194, <8 x half> %174, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 13, i32 poison, i32 poison>, !dbg !17
  %196 = shufflevector <8 x half> %195, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 13, i32 poison>, !dbg !17
  %197 = shufflevector <8 x half> %196, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 13>, !dbg !17
  store <8 x half> %197, ptr addrspace(3) %85, align 16, !dbg !17
  %198 = shufflevector <8 x half> %173, <8 x half> %174, <8 x i32> <i32 6, i32 14, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %199 = shufflevector <8 x half> %198, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 14, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %200 = shufflevector <8 x half> %199, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 14, i32 poison, i32 poison, i32 poison, i32 poison>, !dbg !17
  %201 = shufflevector <8 x half> %200, <8 x half> %173, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 15, i32 poison, i32 poison, i32 poison>, !dbg !17
  %202 = shufflevector <8 x half> %201, <8 x half> %174, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 15, i32 poison, i32 poison>, !dbg !17
  %203 = shufflevector <8 x half> %202, <8 x half> %175, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 15, i32 poison>, !dbg !17
  %204 = shufflevector <8 x half> %203, <8 x half> %176, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 15>, !dbg !17
  store <8 x half> %204, ptr addrspace(3) %87, align 16, !dbg !17
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !17
  %205 = load <4 x half>, ptr addrspace(3) %89, align 8, !dbg !17
  %206 = load <4 x half>, ptr addrspace(3) %91, align 8, !dbg !17
  %207 = load <4 x half>, ptr addrspace(3) %93, align 8, !dbg !17
  %208 = load <4 x half>, ptr addrspace(3) %95, align 8, !dbg !17
  %209 = load <4 x half>, ptr addrspace(3) %97, align 8, !dbg !17
  %210 = load <4 x half>, ptr addrspace(3) %99, align 8, !dbg !17
  %211 = load <4 x half>, ptr addrspace(3) %101, align 8, !dbg !17
  %212 = load <4 x half>, ptr addrspace(3) %103, align 8, !dbg !17
  %.extract = extractelement <4 x i32> %157, i64 0, !dbg !18
  %.extract2 = extractelement <4 x i32> %157, i64 1, !dbg !18
  %.extract4 = extractelement <4 x i32> %158, i64 0, !dbg !18
  %.extract6 = extractelement <4 x i32> %158, i64 1, !dbg !18
  %213 = shufflevector <4 x half> %205, <4 x half> %206, <2 x i32> <i32 0, i32 4>, !dbg !18
  %214 = bitcast <2 x half> %213 to i32, !dbg !18
  %215 = shufflevector <4 x half> %205, <4 x half> %206, <2 x i32> <i32 1, i32 5>, !dbg !18
  %216 = bitcast <2 x half> %215 to i32, !dbg !18
  %217 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract, i32 %.extract2, i32 %.extract4, i32 %.extract6, i32 %214, i32 %216, float %106, float %107, float %108, float %109) #3, !dbg !18
  %218 = extractvalue { float, float, float, float } %217, 0, !dbg !18
  %219 = extractvalue { float, float, float, float } %217, 1, !dbg !18
  %220 = extractvalue { float, float, float, float } %217, 2, !dbg !18
  %221 = extractvalue { float, float, float, float } %217, 3, !dbg !18
  %.extract8 = extractelement <4 x i32> %159, i64 0, !dbg !18
  %.extract10 = extractelement <4 x i32> %159, i64 1, !dbg !18
  %.extract12 = extractelement <4 x i32> %160, i64 0, !dbg !18
  %.extract14 = extractelement <4 x i32> %160, i64 1, !dbg !18
  %222 = shufflevector <4 x half> %205, <4 x half> %206, <2 x i32> <i32 2, i32 6>, !dbg !18
  %223 = bitcast <2 x half> %222 to i32, !dbg !18
  %224 = shufflevector <4 x half> %205, <4 x half> %206, <2 x i32> <i32 3, i32 7>, !dbg !18
  %225 = bitcast <2 x half> %224 to i32, !dbg !18
  %226 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract8, i32 %.extract10, i32 %.extract12, i32 %.extract14, i32 %223, i32 %225, float %218, float %219, float %220, float %221) #3, !dbg !18
  %227 = extractvalue { float, float, float, float } %226, 0, !dbg !18
  %228 = extractvalue { float, float, float, float } %226, 1, !dbg !18
  %229 = extractvalue { float, float, float, float } %226, 2, !dbg !18
  %230 = extractvalue { float, float, float, float } %226, 3, !dbg !18
  %231 = shufflevector <4 x half> %207, <4 x half> %208, <2 x i32> <i32 0, i32 4>, !dbg !18
  %232 = bitcast <2 x half> %231 to i32, !dbg !18
  %233 = shufflevector <4 x half> %207, <4 x half> %208, <2 x i32> <i32 1, i32 5>, !dbg !18
  %234 = bitcast <2 x half> %233 to i32, !dbg !18
  %235 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract, i32 %.extract2, i32 %.extract4, i32 %.extract6, i32 %232, i32 %234, float %110, float %111, float %112, float %113) #3, !dbg !18
  %236 = extractvalue { float, float, float, float } %235, 0, !dbg !18
  %237 = extractvalue { float, float, float, float } %235, 1, !dbg !18
  %238 = extractvalue { float, float, float, float } %235, 2, !dbg !18
  %239 = extractvalue { float, float, float, float } %235, 3, !dbg !18
  %240 = shufflevector <4 x half> %207, <4 x half> %208, <2 x i32> <i32 2, i32 6>, !dbg !18
  %241 = bitcast <2 x half> %240 to i32, !dbg !18
  %242 = shufflevector <4 x half> %207, <4 x half> %208, <2 x i32> <i32 3, i32 7>, !dbg !18
  %243 = bitcast <2 x half> %242 to i32, !dbg !18
  %244 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract8, i32 %.extract10, i32 %.extract12, i32 %.extract14, i32 %241, i32 %243, float %236, float %237, float %238, float %239) #3, !dbg !18
  %245 = extractvalue { float, float, float, float } %244, 0, !dbg !18
  %246 = extractvalue { float, float, float, float } %244, 1, !dbg !18
  %247 = extractvalue { float, float, float, float } %244, 2, !dbg !18
  %248 = extractvalue { float, float, float, float } %244, 3, !dbg !18
  %249 = shufflevector <4 x half> %209, <4 x half> %210, <2 x i32> <i32 0, i32 4>, !dbg !18
  %250 = bitcast <2 x half> %249 to i32, !dbg !18
  %251 = shufflevector <4 x half> %209, <4 x half> %210, <2 x i32> <i32 1, i32 5>, !dbg !18
  %252 = bitcast <2 x half> %251 to i32, !dbg !18
  %253 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract, i32 %.extract2, i32 %.extract4, i32 %.extract6, i32 %250, i32 %252, float %114, float %115, float %116, float %117) #3, !dbg !18
  %254 = extractvalue { float, float, float, float } %253, 0, !dbg !18
  %255 = extractvalue { float, float, float, float } %253, 1, !dbg !18
  %256 = extractvalue { float, float, float, float } %253, 2, !dbg !18
  %257 = extractvalue { float, float, float, float } %253, 3, !dbg !18
  %258 = shufflevector <4 x half> %209, <4 x half> %210, <2 x i32> <i32 2, i32 6>, !dbg !18
  %259 = bitcast <2 x half> %258 to i32, !dbg !18
  %260 = shufflevector <4 x half> %209, <4 x half> %210, <2 x i32> <i32 3, i32 7>, !dbg !18
  %261 = bitcast <2 x half> %260 to i32, !dbg !18
  %262 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract8, i32 %.extract10, i32 %.extract12, i32 %.extract14, i32 %259, i32 %261, float %254, float %255, float %256, float %257) #3, !dbg !18
  %263 = extractvalue { float, float, float, float } %262, 0, !dbg !18
  %264 = extractvalue { float, float, float, float } %262, 1, !dbg !18
  %265 = extractvalue { float, float, float, float } %262, 2, !dbg !18
  %266 = extractvalue { float, float, float, float } %262, 3, !dbg !18
  %267 = shufflevector <4 x half> %211, <4 x half> %212, <2 x i32> <i32 0, i32 4>, !dbg !18
  %268 = bitcast <2 x half> %267 to i32, !dbg !18
  %269 = shufflevector <4 x half> %211, <4 x half> %212, <2 x i32> <i32 1, i32 5>, !dbg !18
  %270 = bitcast <2 x half> %269 to i32, !dbg !18
  %271 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract, i32 %.extract2, i32 %.extract4, i32 %.extract6, i32 %268, i32 %270, float %118, float %119, float %120, float %121) #3, !dbg !18
  %272 = extractvalue { float, float, float, float } %271, 0, !dbg !18
  %273 = extractvalue { float, float, float, float } %271, 1, !dbg !18
  %274 = extractvalue { float, float, float, float } %271, 2, !dbg !18
  %275 = extractvalue { float, float, float, float } %271, 3, !dbg !18
  %276 = shufflevector <4 x half> %211, <4 x half> %212, <2 x i32> <i32 2, i32 6>, !dbg !18
  %277 = bitcast <2 x half> %276 to i32, !dbg !18
  %278 = shufflevector <4 x half> %211, <4 x half> %212, <2 x i32> <i32 3, i32 7>, !dbg !18
  %279 = bitcast <2 x half> %278 to i32, !dbg !18
  %280 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract8, i32 %.extract10, i32 %.extract12, i32 %.extract14, i32 %277, i32 %279, float %272, float %273, float %274, float %275) #3, !dbg !18
  %281 = extractvalue { float, float, float, float } %280, 0, !dbg !18
  %282 = extractvalue { float, float, float, float } %280, 1, !dbg !18
  %283 = extractvalue { float, float, float, float } %280, 2, !dbg !18
  %284 = extractvalue { float, float, float, float } %280, 3, !dbg !18
  %.extract16 = extractelement <4 x i32> %157, i64 2, !dbg !18
  %.extract18 = extractelement <4 x i32> %157, i64 3, !dbg !18
  %.extract20 = extractelement <4 x i32> %158, i64 2, !dbg !18
  %.extract22 = extractelement <4 x i32> %158, i64 3, !dbg !18
  %285 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract16, i32 %.extract18, i32 %.extract20, i32 %.extract22, i32 %214, i32 %216, float %122, float %123, float %124, float %125) #3, !dbg !18
  %286 = extractvalue { float, float, float, float } %285, 0, !dbg !18
  %287 = extractvalue { float, float, float, float } %285, 1, !dbg !18
  %288 = extractvalue { float, float, float, float } %285, 2, !dbg !18
  %289 = extractvalue { float, float, float, float } %285, 3, !dbg !18
  %.extract24 = extractelement <4 x i32> %159, i64 2, !dbg !18
  %.extract26 = extractelement <4 x i32> %159, i64 3, !dbg !18
  %.extract28 = extractelement <4 x i32> %160, i64 2, !dbg !18
  %.extract30 = extractelement <4 x i32> %160, i64 3, !dbg !18
  %290 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract24, i32 %.extract26, i32 %.extract28, i32 %.extract30, i32 %223, i32 %225, float %286, float %287, float %288, float %289) #3, !dbg !18
  %291 = extractvalue { float, float, float, float } %290, 0, !dbg !18
  %292 = extractvalue { float, float, float, float } %290, 1, !dbg !18
  %293 = extractvalue { float, float, float, float } %290, 2, !dbg !18
  %294 = extractvalue { float, float, float, float } %290, 3, !dbg !18
  %295 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract16, i32 %.extract18, i32 %.extract20, i32 %.extract22, i32 %232, i32 %234, float %126, float %127, float %128, float %129) #3, !dbg !18
  %296 = extractvalue { float, float, float, float } %295, 0, !dbg !18
  %297 = extractvalue { float, float, float, float } %295, 1, !dbg !18
  %298 = extractvalue { float, float, float, float } %295, 2, !dbg !18
  %299 = extractvalue { float, float, float, float } %295, 3, !dbg !18
  %300 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract24, i32 %.extract26, i32 %.extract28, i32 %.extract30, i32 %241, i32 %243, float %296, float %297, float %298, float %299) #3, !dbg !18
  %301 = extractvalue { float, float, float, float } %300, 0, !dbg !18
  %302 = extractvalue { float, float, float, float } %300, 1, !dbg !18
  %303 = extractvalue { float, float, float, float } %300, 2, !dbg !18
  %304 = extractvalue { float, float, float, float } %300, 3, !dbg !18
  %305 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract16, i32 %.extract18, i32 %.extract20, i32 %.extract22, i32 %250, i32 %252, float %130, float %131, float %132, float %133) #3, !dbg !18
  %306 = extractvalue { float, float, float, float } %305, 0, !dbg !18
  %307 = extractvalue { float, float, float, float } %305, 1, !dbg !18
  %308 = extractvalue { float, float, float, float } %305, 2, !dbg !18
  %309 = extractvalue { float, float, float, float } %305, 3, !dbg !18
  %310 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract24, i32 %.extract26, i32 %.extract28, i32 %.extract30, i32 %259, i32 %261, float %306, float %307, float %308, float %309) #3, !dbg !18
  %311 = extractvalue { float, float, float, float } %310, 0, !dbg !18
  %312 = extractvalue { float, float, float, float } %310, 1, !dbg !18
  %313 = extractvalue { float, float, float, float } %310, 2, !dbg !18
  %314 = extractvalue { float, float, float, float } %310, 3, !dbg !18
  %315 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract16, i32 %.extract18, i32 %.extract20, i32 %.extract22, i32 %268, i32 %270, float %134, float %135, float %136, float %137) #3, !dbg !18
  %316 = extractvalue { float, float, float, float } %315, 0, !dbg !18
  %317 = extractvalue { float, float, float, float } %315, 1, !dbg !18
  %318 = extractvalue { float, float, float, float } %315, 2, !dbg !18
  %319 = extractvalue { float, float, float, float } %315, 3, !dbg !18
  %320 = call { float, float, float, float } asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$0, $1, $2, $3};", "=f,=f,=f,=f,r,r,r,r,r,r,0,1,2,3"(i32 %.extract24, i32 %.extract26, i32 %.extract28, i32 %.extract30, i32 %277, i32 %279, float %316, float %317, float %318, float %319) #3, !dbg !18
  %321 = extractvalue { float, float, float, float } %320, 0, !dbg !18
  %322 = extractvalue { float, float, float, float } %320, 1, !dbg !18
  %323 = extractvalue { float, float, float, float } %320, 2, !dbg !18
  %324 = extractvalue { float, float, float, float } %320, 3, !dbg !18
  %325 = add i32 %105, 32, !dbg !11
  br label %104, !dbg !11

326:                                              ; preds = %104
  %327 = or disjoint i32 %23, 4, !dbg !8
  %328 = and i32 %7, 3, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %329 = insertelement <4 x float> poison, float %106, i64 0, !dbg !11
  %330 = insertelement <4 x float> %329, float %107, i64 1, !dbg !11
  %331 = insertelement <4 x float> %330, float %108, i64 2, !dbg !11
  %332 = insertelement <4 x float> %331, float %109, i64 3, !dbg !11
  store <4 x float> %332, ptr addrspace(3) %46, align 16, !dbg !11
  %333 = xor i32 %37, 1040, !dbg !11
  %334 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %333, !dbg !11
  %335 = insertelement <4 x float> poison, float %110, i64 0, !dbg !11
  %336 = insertelement <4 x float> %335, float %111, i64 1, !dbg !11
  %337 = insertelement <4 x float> %336, float %112, i64 2, !dbg !11
  %338 = insertelement <4 x float> %337, float %113, i64 3, !dbg !11
  store <4 x float> %338, ptr addrspace(3) %334, align 16, !dbg !11
  %339 = xor i32 %37, 2080, !dbg !11
  %340 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %339, !dbg !11
  %341 = insertelement <4 x float> poison, float %114, i64 0, !dbg !11
  %342 = insertelement <4 x float> %341, float %115, i64 1, !dbg !11
  %343 = insertelement <4 x float> %342, float %116, i64 2, !dbg !11
  %344 = insertelement <4 x float> %343, float %117, i64 3, !dbg !11
  store <4 x float> %344, ptr addrspace(3) %340, align 16, !dbg !11
  %345 = xor i32 %37, 3120, !dbg !11
  %346 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %345, !dbg !11
  %347 = insertelement <4 x float> poison, float %118, i64 0, !dbg !11
  %348 = insertelement <4 x float> %347, float %119, i64 1, !dbg !11
  %349 = insertelement <4 x float> %348, float %120, i64 2, !dbg !11
  %350 = insertelement <4 x float> %349, float %121, i64 3, !dbg !11
  store <4 x float> %350, ptr addrspace(3) %346, align 16, !dbg !11
  %351 = getelementptr i8, ptr addrspace(3) %46, i32 512, !dbg !11
  %352 = insertelement <4 x float> poison, float %122, i64 0, !dbg !11
  %353 = insertelement <4 x float> %352, float %123, i64 1, !dbg !11
  %354 = insertelement <4 x float> %353, float %124, i64 2, !dbg !11
  %355 = insertelement <4 x float> %354, float %125, i64 3, !dbg !11
  store <4 x float> %355, ptr addrspace(3) %351, align 16, !dbg !11
  %356 = xor i32 %37, 1552, !dbg !11
  %357 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %356, !dbg !11
  %358 = insertelement <4 x float> poison, float %126, i64 0, !dbg !11
  %359 = insertelement <4 x float> %358, float %127, i64 1, !dbg !11
  %360 = insertelement <4 x float> %359, float %128, i64 2, !dbg !11
  %361 = insertelement <4 x float> %360, float %129, i64 3, !dbg !11
  store <4 x float> %361, ptr addrspace(3) %357, align 16, !dbg !11
  %362 = xor i32 %37, 2592, !dbg !11
  %363 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %362, !dbg !11
  %364 = insertelement <4 x float> poison, float %130, i64 0, !dbg !11
  %365 = insertelement <4 x float> %364, float %131, i64 1, !dbg !11
  %366 = insertelement <4 x float> %365, float %132, i64 2, !dbg !11
  %367 = insertelement <4 x float> %366, float %133, i64 3, !dbg !11
  store <4 x float> %367, ptr addrspace(3) %363, align 16, !dbg !11
  %368 = xor i32 %37, 3632, !dbg !11
  %369 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %368, !dbg !11
  %370 = insertelement <4 x float> poison, float %134, i64 0, !dbg !11
  %371 = insertelement <4 x float> %370, float %135, i64 1, !dbg !11
  %372 = insertelement <4 x float> %371, float %136, i64 2, !dbg !11
  %373 = insertelement <4 x float> %372, float %137, i64 3, !dbg !11
  store <4 x float> %373, ptr addrspace(3) %369, align 16, !dbg !11
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !11
  %374 = shl nuw nsw i32 %10, 4, !dbg !11
  %375 = mul nuw nsw i32 %328, 1040, !dbg !11
  %376 = xor i32 %374, %375, !dbg !11
  %377 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %376, !dbg !11
  %378 = load <4 x float>, ptr addrspace(3) %377, align 16, !dbg !11
  %379 = xor i32 %376, 16, !dbg !11
  %380 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %379, !dbg !11
  %381 = load <4 x float>, ptr addrspace(3) %380, align 16, !dbg !11
  %382 = xor i32 %376, 32, !dbg !11
  %383 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %382, !dbg !11
  %384 = load <4 x float>, ptr addrspace(3) %383, align 16, !dbg !11
  %385 = xor i32 %376, 48, !dbg !11
  %386 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %385, !dbg !11
  %387 = load <4 x float>, ptr addrspace(3) %386, align 16, !dbg !11
  %388 = xor i32 %376, 512, !dbg !11
  %389 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %388, !dbg !11
  %390 = load <4 x float>, ptr addrspace(3) %389, align 16, !dbg !11
  %391 = xor i32 %376, 528, !dbg !11
  %392 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %391, !dbg !11
  %393 = load <4 x float>, ptr addrspace(3) %392, align 16, !dbg !11
  %394 = xor i32 %376, 544, !dbg !11
  %395 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %394, !dbg !11
  %396 = load <4 x float>, ptr addrspace(3) %395, align 16, !dbg !11
  %397 = xor i32 %376, 560, !dbg !11
  %398 = getelementptr i8, ptr addrspace(3) @tq_shared, i32 %397, !dbg !11
  %399 = load <4 x float>, ptr addrspace(3) %398, align 16, !dbg !11
  %400 = mul i32 %4, %17, !dbg !19
  %401 = mul i32 %4, %18, !dbg !19
  %402 = mul i32 %4, %19, !dbg !19
  %403 = mul i32 %4, %20, !dbg !19
  %404 = sext i32 %400 to i64, !dbg !20
  %405 = getelementptr float, ptr addrspace(1) %2, i64 %404, !dbg !20
  %406 = sext i32 %401 to i64, !dbg !20
  %407 = getelementptr float, ptr addrspace(1) %2, i64 %406, !dbg !20
  %408 = sext i32 %402 to i64, !dbg !20
  %409 = getelementptr float, ptr addrspace(1) %2, i64 %408, !dbg !20
  %410 = sext i32 %403 to i64, !dbg !20
  %411 = getelementptr float, ptr addrspace(1) %2, i64 %410, !dbg !20
  %412 = getelementptr float, ptr addrspace(1) %405, i64 %61, !dbg !20
  %413 = zext nneg i32 %327 to i64, !dbg !20
  %414 = getelementptr float, ptr addrspace(1) %405, i64 %413, !dbg !20
  %415 = getelementptr float, ptr addrspace(1) %407, i64 %61, !dbg !20
  %416 = getelementptr float, ptr addrspace(1) %407, i64 %413, !dbg !20
  %417 = getelementptr float, ptr addrspace(1) %409, i64 %61, !dbg !20
  %418 = getelementptr float, ptr addrspace(1) %409, i64 %413, !dbg !20
  %419 = getelementptr float, ptr addrspace(1) %411, i64 %61, !dbg !20
  %420 = getelementptr float, ptr addrspace(1) %411, i64 %413, !dbg !20
  %421 = shufflevector <4 x float> %378, <4 x float> %381, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %421, ptr addrspace(1) %412, align 16, !dbg !21
  %422 = shufflevector <4 x float> %384, <4 x float> %387, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %422, ptr addrspace(1) %414, align 16, !dbg !21
  %423 = shufflevector <4 x float> %378, <4 x float> %381, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %423, ptr addrspace(1) %415, align 16, !dbg !21
  %424 = shufflevector <4 x float> %384, <4 x float> %387, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %424, ptr addrspace(1) %416, align 16, !dbg !21
  %425 = shufflevector <4 x float> %390, <4 x float> %393, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %425, ptr addrspace(1) %417, align 16, !dbg !21
  %426 = shufflevector <4 x float> %396, <4 x float> %399, <4 x i32> <i32 0, i32 1, i32 4, i32 5>, !dbg !21
  store <4 x float> %426, ptr addrspace(1) %418, align 16, !dbg !21
  %427 = shufflevector <4 x float> %390, <4 x float> %393, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %427, ptr addrspace(1) %419, align 16, !dbg !21
  %428 = shufflevector <4 x float> %396, <4 x float> %399, <4 x i32> <i32 2, i32 3, i32 6, i32 7>, !dbg !21
  store <4 x float> %428, ptr addrspace(1) %420, align 16, !dbg !21
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
!12 = !DILocation(line: 6, column: 11, scope: !3)
!13 = !DILocation(line: 8, column: 13, scope: !3)
!14 = !DILocation(line: 9, column: 30, scope: !3)
!15 = !DILocation(line: 9, column: 29, scope: !3)
!16 = !DILocation(line: 9, column: 21, scope: !3)
!17 = !DILocation(line: 9, column: 13, scope: !3)
!18 = !DILocation(line: 10, column: 15, scope: !3)
!19 = !DILocation(line: 11, column: 24, scope: !3)
!20 = !DILocation(line: 11, column: 14, scope: !3)
!21 = !DILocation(line: 11, column: 5, scope: !3)
