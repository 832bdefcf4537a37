; // tq: {"schema":1,"version":"0.1.0","entry":"vector_add","arch":"sm_80","params":[{"name":"x_ptr","type":"*fp32","div":16},{"name":"y_ptr","type":"*fp32","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"n","type":"i32"}],"constants":{"BLOCK":"256"},"num_warps":2,"num_stages":3,"shared":0,"plan":"#tqg.plan<warps = 2, stages = 3, roles = 1, cluster = 1>","files":["vector-add.tq"],"accesses":[{"file":0,"line":6,"column":9,"kind":"load","pointer":"x_ptr + offsets","mask":"offsets < n","tensor":"x_ptr"},{"file":0,"line":7,"column":9,"kind":"load","pointer":"y_ptr + offsets","mask":"offsets < n","tensor":"y_ptr"},{"file":0,"line":8,"column":5,"kind":"store","pointer":"out_ptr + offsets","mask":"offsets < n","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @vector_add(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3) #0 !dbg !3 {
  %5 = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %7 = shl i32 %6, 8, !dbg !7
  %8 = shl nuw nsw i32 %5, 2, !dbg !6
  %9 = or disjoint i32 %8, %7, !dbg !7
  %10 = or disjoint i32 %9, 1, !dbg !7
  %11 = or disjoint i32 %9, 2, !dbg !7
  %12 = or disjoint i32 %9, 3, !dbg !7
  %13 = icmp sge i32 %9, %3, !dbg !8
  %14 = icmp slt i32 %10, %3, !dbg !8
  %15 = icmp slt i32 %11, %3, !dbg !8
  %16 = icmp slt i32 %12, %3, !dbg !8
  %17 = sext i32 %9 to i64, !dbg !9
  %18 = getelementptr float, ptr addrspace(1) %0, i64 %17, !dbg !9
  %.not1 = or i1 %13, %16, !dbg !10
  %19 = call { i32, i32, i32, i32 } asm sideeffect "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3"(ptr addrspace(1) %18, i1 %16, i32 0, i32 0, i32 0, i32 0) #2, !dbg !10
  %20 = extractvalue { i32, i32, i32, i32 } %19, 0, !dbg !10
  %21 = extractvalue { i32, i32, i32, i32 } %19, 1, !dbg !10
  %22 = extractvalue { i32, i32, i32, i32 } %19, 2, !dbg !10
  %23 = extractvalue { i32, i32, i32, i32 } %19, 3, !dbg !10
  %24 = bitcast i32 %23 to float, !dbg !10
  br i1 %.not1, label %33, label %25, !dbg !10

25:                                               ; preds = %4
  %26 = sext i32 %11 to i64, !dbg !9
  %27 = getelementptr float, ptr addrspace(1) %0, i64 %26, !dbg !9
  %28 = sext i32 %10 to i64, !dbg !9
  %29 = getelementptr float, ptr addrspace(1) %0, i64 %28, !dbg !9
  %30 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %18, i1 true, i32 %20) #2, !dbg !10
  %31 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %29, i1 %14, i32 %21) #2, !dbg !10
  %32 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %27, i1 %15, i32 %22) #2, !dbg !10
  br label %33, !dbg !10

33:                                               ; preds = %4, %25
  %34 = phi i32 [ %30, %25 ], [ %20, %4 ], !dbg !10
  %35 = phi i32 [ %31, %25 ], [ %21, %4 ], !dbg !10
  %36 = phi i32 [ %32, %25 ], [ %22, %4 ], !dbg !10
  %37 = bitcast i32 %34 to float, !dbg !10
  %38 = bitcast i32 %35 to float, !dbg !10
  %39 = bitcast i32 %36 to float, !dbg !10
  %40 = getelementptr float, ptr addrspace(1) %1, i64 %17, !dbg !11
  %41 = call { i32, i32, i32, i32 } asm sideeffect "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3"(ptr addrspace(1) %40, i1 %16, i32 0, i32 0, i32 0, i32 0) #2, !dbg !12
  %42 = extractvalue { i32, i32, i32, i32 } %41, 0, !dbg !12
  %43 = extractvalue { i32, i32, i32, i32 } %41, 1, !dbg !12
  %44 = extractvalue { i32, i32, i32, i32 } %41, 2, !dbg !12
  %45 = extractvalue { i32, i32, i32, i32 } %41, 3, !dbg !12
  %46 = bitcast i32 %45 to float, !dbg !12
  br i1 %.not1, label %55, label %47, !dbg !12

47:                                               ; preds = %33
  %48 = sext i32 %11 to i64, !dbg !11
  %49 = getelementptr float, ptr addrspace(1) %1, i64 %48, !dbg !11
  %50 = sext i32 %10 to i64, !dbg !11
  %51 = getelementptr float, ptr addrspace(1) %1, i64 %50, !dbg !11
  %52 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %40, i1 true, i32 %42) #2, !dbg !12
  %53 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %51, i1 %14, i32 %43) #2, !dbg !12
  %54 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %49, i1 %15, i32 %44) #2, !dbg !12
  br label %55, !dbg !12

55:                                               ; preds = %33, %47
  %56 = phi i32 [ %52, %47 ], [ %42, %33 ], !dbg !12
  %57 = phi i32 [ %53, %47 ], [ %43, %33 ], !dbg !12
  %58 = phi i32 [ %54, %47 ], [ %44, %33 ], !dbg !12
  %59 = bitcast i32 %56 to float, !dbg !12
  %60 = bitcast i32 %57 to float, !dbg !12
  %61 = bitcast i32 %58 to float, !dbg !12
  %62 = getelementptr float, ptr addrspace(1) %2, i64 %17, !dbg !13
  %63 = fadd float %37, %59, !dbg !14
  %64 = fadd float %38, %60, !dbg !14
  %65 = fadd float %39, %61, !dbg !14
  %66 = fadd float %24, %46, !dbg !14
  %67 = bitcast float %63 to i32, !dbg !15
  %68 = bitcast float %64 to i32, !dbg !15
  %69 = bitcast float %65 to i32, !dbg !15
  %70 = bitcast float %66 to i32, !dbg !15
  call void asm sideeffect "@$5 st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,b"(ptr addrspace(1) %62, i32 %67, i32 %68, i32 %69, i32 %70, i1 %16) #2, !dbg !15
  br i1 %.not1, label %76, label %71, !dbg !15

71:                                               ; preds = %55
  %72 = sext i32 %11 to i64, !dbg !13
  %73 = getelementptr float, ptr addrspace(1) %2, i64 %72, !dbg !13
  %74 = sext i32 %10 to i64, !dbg !13
  %75 = getelementptr float, ptr addrspace(1) %2, i64 %74, !dbg !13
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %62, i32 %67, i1 true) #2, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %75, i32 %68, i1 %14) #2, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %73, i32 %69, i1 %15) #2, !dbg !15
  br label %76, !dbg !15

76:                                               ; preds = %71, %55
  ret void, !dbg !15
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

attributes #0 = { "nvvm.reqntid"="64" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "MLIR", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)
!1 = !DIFile(filename: "vector-add.tq", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "vector_add", linkageName: "vector_add", scope: !1, file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!4 = !DISubroutineType(cc: DW_CC_normal, types: !5)
!5 = !{}
!6 = !DILocation(line: 4, column: 42, scope: !3)
!7 = !DILocation(line: 4, column: 15, scope: !3)
!8 = !DILocation(line: 5, column: 12, scope: !3)
!9 = !DILocation(line: 6, column: 17, scope: !3)
!10 = !DILocation(line: 6, column: 9, scope: !3)
!11 = !DILocation(line: 7, column: 17, scope: !3)
!12 = !DILocation(line: 7, column: 9, scope: !3)
!13 = !DILocation(line: 8, column: 14, scope: !3)
!14 = !DILocation(line: 8, column: 33, scope: !3)
!15 = !DILocation(line: 8, column: 5, scope: !3)
