module attributes {tq.arch = "sm_80", tq.phase = "nvvm"} {
  llvm.mlir.global external @tq_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @vector_add(%x_ptr: !llvm.ptr<1>, %y_ptr: !llvm.ptr<1>, %out_ptr: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>, tq.facts = "// tq: {\22schema\22:1,\22version\22:\220.1.0\22,\22entry\22:\22vector_add\22,\22arch\22:\22sm_80\22,\22params\22:[{\22name\22:\22x_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22y_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22out_ptr\22,\22type\22:\22*fp32\22,\22div\22:16},{\22name\22:\22n\22,\22type\22:\22i32\22}],\22constants\22:{\22BLOCK\22:\22256\22},\22num_warps\22:2,\22num_stages\22:3,\22shared\22:0,\22plan\22:\22#tqg.plan<warps = 2, stages = 3, roles = 1, cluster = 1>\22,\22files\22:[\22vector-add.tq\22],\22accesses\22:[{\22file\22:0,\22line\22:6,\22column\22:9,\22kind\22:\22load\22,\22pointer\22:\22x_ptr + offsets\22,\22mask\22:\22offsets < n\22,\22tensor\22:\22x_ptr\22},{\22file\22:0,\22line\22:7,\22column\22:9,\22kind\22:\22load\22,\22pointer\22:\22y_ptr + offsets\22,\22mask\22:\22offsets < n\22,\22tensor\22:\22y_ptr\22},{\22file\22:0,\22line\22:8,\22column\22:5,\22kind\22:\22store\22,\22pointer\22:\22out_ptr + offsets\22,\22mask\22:\22offsets < n\22,\22tensor\22:\22out_ptr\22}]}", tqg.plan = #tqg.plan<warps = 2, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 0 : i64} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %1 = llvm.mlir.constant(5 : i32) : i32
    %2 = llvm.lshr %0, %1 : i32
    %3 = llvm.mlir.constant(31 : i32) : i32
    %4 = llvm.and %0, %3 : i32
    %5 = llvm.mlir.constant(256 : i32) : i32
    %6 = nvvm.read.ptx.sreg.ctaid.x : i32
    %7 = llvm.mul %6, %5 : i32
    %8 = llvm.and %4, %3 : i32
    %9 = llvm.mlir.constant(1 : i32) : i32
    %10 = llvm.and %2, %9 : i32
    %11 = llvm.shl %10, %1 : i32
    %12 = llvm.xor %8, %11 : i32
    %13 = llvm.mlir.constant(64 : i32) : i32
    %14 = llvm.add %12, %13 : i32
    %15 = llvm.mlir.constant(128 : i32) : i32
    %16 = llvm.add %12, %15 : i32
    %17 = llvm.mlir.constant(192 : i32) : i32
    %18 = llvm.add %12, %17 : i32
    %offsets = llvm.add %7, %12 : i32
    %offsets_0 = llvm.add %7, %14 : i32
    %offsets_1 = llvm.add %7, %16 : i32
    %offsets_2 = llvm.add %7, %18 : i32
    %mask = llvm.icmp "slt" %offsets, %n : i32
    %mask_3 = llvm.icmp "slt" %offsets_0, %n : i32
    %mask_4 = llvm.icmp "slt" %offsets_1, %n : i32
    %mask_5 = llvm.icmp "slt" %offsets_2, %n : i32
    %19 = llvm.getelementptr %x_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %20 = llvm.getelementptr %x_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %21 = llvm.getelementptr %x_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %22 = llvm.getelementptr %x_ptr[%offsets_2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %x_6 = llvm.bitcast %x : f32 to i32
    %x_7 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %19, %mask, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_8 = llvm.bitcast %x_7 : i32 to f32
    %x_9 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %20, %mask_3, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_10 = llvm.bitcast %x_9 : i32 to f32
    %x_11 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %21, %mask_4, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_12 = llvm.bitcast %x_11 : i32 to f32
    %x_13 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %22, %mask_5, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_14 = llvm.bitcast %x_13 : i32 to f32
    %23 = llvm.getelementptr %y_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %24 = llvm.getelementptr %y_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %25 = llvm.getelementptr %y_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %26 = llvm.getelementptr %y_ptr[%offsets_2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %y = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %23, %mask, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_15 = llvm.bitcast %y : i32 to f32
    %y_16 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %24, %mask_3, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_17 = llvm.bitcast %y_16 : i32 to f32
    %y_18 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %25, %mask_4, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_19 = llvm.bitcast %y_18 : i32 to f32
    %y_20 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %26, %mask_5, %x_6 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_21 = llvm.bitcast %y_20 : i32 to f32
    %27 = llvm.getelementptr %out_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %28 = llvm.getelementptr %out_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %29 = llvm.getelementptr %out_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %30 = llvm.getelementptr %out_ptr[%offsets_2] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %31 = llvm.fadd %x_8, %y_15 : f32
    %32 = llvm.fadd %x_10, %y_17 : f32
    %33 = llvm.fadd %x_12, %y_19 : f32
    %34 = llvm.fadd %x_14, %y_21 : f32
    %35 = llvm.bitcast %31 : f32 to i32
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %27, %35, %mask : (!llvm.ptr<1>, i32, i1) -> ()
    %36 = llvm.bitcast %32 : f32 to i32
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %28, %36, %mask_3 : (!llvm.ptr<1>, i32, i1) -> ()
    %37 = llvm.bitcast %33 : f32 to i32
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %29, %37, %mask_4 : (!llvm.ptr<1>, i32, i1) -> ()
    %38 = llvm.bitcast %34 : f32 to i32
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %30, %38, %mask_5 : (!llvm.ptr<1>, i32, i1) -> ()
    llvm.return
  }
}
