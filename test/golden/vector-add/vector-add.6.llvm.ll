; // tq: {"schema":1,"version":"0.1.0","entry":"vector_add","arch":"sm_80","params":[{"name":"x_ptr","type":"*fp32","div":16},{"name":"y_ptr","type":"*fp32","div":16},{"name":"out_ptr","type":"*fp32","div":16},{"name":"n","type":"i32"}],"constants":{"BLOCK":"256"},"num_warps":2,"num_stages":3,"shared":0,"plan":"#tqg.plan<warps = 2, stages = 3, roles = 1, cluster = 1>","files":["vector-add.tq"],"accesses":[{"file":0,"line":6,"column":9,"kind":"load","pointer":"x_ptr + offsets","mask":"offsets < n","tensor":"x_ptr"},{"file":0,"line":7,"column":9,"kind":"load","pointer":"y_ptr + offsets","mask":"offsets < n","tensor":"y_ptr"},{"file":0,"line":8,"column":5,"kind":"store","pointer":"out_ptr + offsets","mask":"offsets < n","tensor":"out_ptr"}]}
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @vector_add(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3) #0 !dbg !3 {
  %5 = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !6
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !7
  %7 = shl i32 %6, 8, !dbg !7
  %8 = or disjoint i32 %7, %5, !dbg !7
  %9 = or disjoint i32 %8, 64, !dbg !7
  %10 = or disjoint i32 %8, 128, !dbg !7
  %11 = or disjoint i32 %8, 192, !dbg !7
  %12 = icmp slt i32 %8, %3, !dbg !8
  %13 = icmp slt i32 %9, %3, !dbg !8
  %14 = icmp slt i32 %10, %3, !dbg !8
  %15 = icmp slt i32 %11, %3, !dbg !8
  %16 = sext i32 %8 to i64, !dbg !9
  %17 = getelementptr float, ptr addrspace(1) %0, i64 %16, !dbg !9
  %18 = sext i32 %9 to i64, !dbg !9
  %19 = getelementptr float, ptr addrspace(1) %0, i64 %18, !dbg !9
  %20 = sext i32 %10 to i64, !dbg !9
  %21 = getelementptr float, ptr addrspace(1) %0, i64 %20, !dbg !9
  %22 = sext i32 %11 to i64, !dbg !9
  %23 = getelementptr float, ptr addrspace(1) %0, i64 %22, !dbg !9
  %24 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %17, i1 %12, i32 0) #2, !dbg !10
  %25 = bitcast i32 %24 to float, !dbg !10
  %26 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %19, i1 %13, i32 0) #2, !dbg !10
  %27 = bitcast i32 %26 to float, !dbg !10
  %28 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %21, i1 %14, i32 0) #2, !dbg !10
  %29 = bitcast i32 %28 to float, !dbg !10
  %30 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %23, i1 %15, i32 0) #2, !dbg !10
  %31 = bitcast i32 %30 to float, !dbg !10
  %32 = getelementptr float, ptr addrspace(1) %1, i64 %16, !dbg !11
  %33 = getelementptr float, ptr addrspace(1) %1, i64 %18, !dbg !11
  %34 = getelementptr float, ptr addrspace(1) %1, i64 %20, !dbg !11
  %35 = getelementptr float, ptr addrspace(1) %1, i64 %22, !dbg !11
  %36 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %32, i1 %12, i32 0) #2, !dbg !12
  %37 = bitcast i32 %36 to float, !dbg !12
  %38 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %33, i1 %13, i32 0) #2, !dbg !12
  %39 = bitcast i32 %38 to float, !dbg !12
  %40 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %34, i1 %14, i32 0) #2, !dbg !12
  %41 = bitcast i32 %40 to float, !dbg !12
  %42 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %35, i1 %15, i32 0) #2, !dbg !12
  %43 = bitcast i32 %42 to float, !dbg !12
  %44 = getelementptr float, ptr addrspace(1) %2, i64 %16, !dbg !13
  %45 = getelementptr float, ptr addrspace(1) %2, i64 %18, !dbg !13
  %46 = getelementptr float, ptr addrspace(1) %2, i64 %20, !dbg !13
  %47 = getelementptr float, ptr addrspace(1) %2, i64 %22, !dbg !13
  %48 = fadd float %25, %37, !dbg !14
  %49 = fadd float %27, %39, !dbg !14
  %50 = fadd float %29, %41, !dbg !14
  %51 = fadd float %31, %43, !dbg !14
  %52 = bitcast float %48 to i32, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %44, i32 %52, i1 %12) #2, !dbg !15
  %53 = bitcast float %49 to i32, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %45, i32 %53, i1 %13) #2, !dbg !15
  %54 = bitcast float %50 to i32, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %46, i32 %54, i1 %14) #2, !dbg !15
  %55 = bitcast float %51 to i32, !dbg !15
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %47, i32 %55, i1 %15) #2, !dbg !15
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
