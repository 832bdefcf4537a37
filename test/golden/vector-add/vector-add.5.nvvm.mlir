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
    %9 = llvm.mlir.constant(2 : i32) : i32
    %10 = llvm.shl %8, %9 : i32
    %11 = llvm.mlir.constant(1 : i32) : i32
    %12 = llvm.and %2, %11 : i32
    %13 = llvm.mlir.constant(7 : i32) : i32
    %14 = llvm.shl %12, %13 : i32
    %15 = llvm.xor %10, %14 : i32
    %16 = llvm.add %15, %11 : i32
    %17 = llvm.add %15, %9 : i32
    %18 = llvm.mlir.constant(3 : i32) : i32
    %19 = llvm.add %15, %18 : i32
    %offsets = llvm.add %7, %15 : i32
    %offsets_0 = llvm.add %7, %16 : i32
    %offsets_1 = llvm.add %7, %17 : i32
    %offsets_2 = llvm.add %7, %19 : i32
    %mask = llvm.icmp "slt" %offsets, %n : i32
    %mask_3 = llvm.icmp "slt" %offsets_0, %n : i32
    %mask_4 = llvm.icmp "slt" %offsets_1, %n : i32
    %mask_5 = llvm.icmp "slt" %offsets_2, %n : i32
    %20 = llvm.getelementptr %x_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %21 = llvm.getelementptr %x_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %22 = llvm.getelementptr %x_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %x_6 = llvm.mlir.constant(true) : i1
    %x_7 = llvm.xor %mask_5, %x_6 : i1
    %x_8 = llvm.and %mask, %x_7 : i1
    %x_9 = llvm.bitcast %x : f32 to i32
    %x_10 = llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3" %20, %mask_5, %x_9, %x_9, %x_9, %x_9 : (!llvm.ptr<1>, i1, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %x_11 = llvm.extractvalue %x_10[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %x_12 = llvm.extractvalue %x_10[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %x_13 = llvm.extractvalue %x_10[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %x_14 = llvm.extractvalue %x_10[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %x_15 = llvm.bitcast %x_11 : i32 to f32
    %x_16 = llvm.bitcast %x_12 : i32 to f32
    %x_17 = llvm.bitcast %x_13 : i32 to f32
    %x_18 = llvm.bitcast %x_14 : i32 to f32
    %x_19 = llvm.bitcast %x_15 : f32 to i32
    %x_20 = llvm.bitcast %x_16 : f32 to i32
    %x_21 = llvm.bitcast %x_17 : f32 to i32
    %x_22 = llvm.bitcast %x_18 : f32 to i32
    llvm.cond_br %x_8, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %x_23 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %20, %mask, %x_19 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_24 = llvm.bitcast %x_23 : i32 to f32
    %x_25 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %21, %mask_3, %x_20 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_26 = llvm.bitcast %x_25 : i32 to f32
    %x_27 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %22, %mask_4, %x_21 : (!llvm.ptr<1>, i1, i32) -> i32
    %x_28 = llvm.bitcast %x_27 : i32 to f32
    %x_29 = llvm.bitcast %x_24 : f32 to i32
    %x_30 = llvm.bitcast %x_26 : f32 to i32
    %x_31 = llvm.bitcast %x_28 : f32 to i32
    llvm.br ^bb3(%x_29, %x_30, %x_31, %x_22 : i32, i32, i32, i32)
  ^bb2:  // pred: ^bb0
    llvm.br ^bb3(%x_19, %x_20, %x_21, %x_22 : i32, i32, i32, i32)
  ^bb3(%x_32: i32, %x_33: i32, %x_34: i32, %x_35: i32):  // 2 preds: ^bb1, ^bb2
    %x_36 = llvm.bitcast %x_32 : i32 to f32
    %x_37 = llvm.bitcast %x_33 : i32 to f32
    %x_38 = llvm.bitcast %x_34 : i32 to f32
    %x_39 = llvm.bitcast %x_35 : i32 to f32
    %23 = llvm.getelementptr %y_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %24 = llvm.getelementptr %y_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %25 = llvm.getelementptr %y_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %y = llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l,b,0,1,2,3" %23, %mask_5, %x_9, %x_9, %x_9, %x_9 : (!llvm.ptr<1>, i1, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %y_40 = llvm.extractvalue %y[0] : !llvm.struct<(i32, i32, i32, i32)> 
    %y_41 = llvm.extractvalue %y[1] : !llvm.struct<(i32, i32, i32, i32)> 
    %y_42 = llvm.extractvalue %y[2] : !llvm.struct<(i32, i32, i32, i32)> 
    %y_43 = llvm.extractvalue %y[3] : !llvm.struct<(i32, i32, i32, i32)> 
    %y_44 = llvm.bitcast %y_40 : i32 to f32
    %y_45 = llvm.bitcast %y_41 : i32 to f32
    %y_46 = llvm.bitcast %y_42 : i32 to f32
    %y_47 = llvm.bitcast %y_43 : i32 to f32
    %y_48 = llvm.bitcast %y_44 : f32 to i32
    %y_49 = llvm.bitcast %y_45 : f32 to i32
    %y_50 = llvm.bitcast %y_46 : f32 to i32
    %y_51 = llvm.bitcast %y_47 : f32 to i32
    llvm.cond_br %x_8, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
    %y_52 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %23, %mask, %y_48 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_53 = llvm.bitcast %y_52 : i32 to f32
    %y_54 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %24, %mask_3, %y_49 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_55 = llvm.bitcast %y_54 : i32 to f32
    %y_56 = llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0" %25, %mask_4, %y_50 : (!llvm.ptr<1>, i1, i32) -> i32
    %y_57 = llvm.bitcast %y_56 : i32 to f32
    %y_58 = llvm.bitcast %y_53 : f32 to i32
    %y_59 = llvm.bitcast %y_55 : f32 to i32
    %y_60 = llvm.bitcast %y_57 : f32 to i32
    llvm.br ^bb6(%y_58, %y_59, %y_60, %y_51 : i32, i32, i32, i32)
  ^bb5:  // pred: ^bb3
    llvm.br ^bb6(%y_48, %y_49, %y_50, %y_51 : i32, i32, i32, i32)
  ^bb6(%y_61: i32, %y_62: i32, %y_63: i32, %y_64: i32):  // 2 preds: ^bb4, ^bb5
    %y_65 = llvm.bitcast %y_61 : i32 to f32
    %y_66 = llvm.bitcast %y_62 : i32 to f32
    %y_67 = llvm.bitcast %y_63 : i32 to f32
    %y_68 = llvm.bitcast %y_64 : i32 to f32
    %26 = llvm.getelementptr %out_ptr[%offsets] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %27 = llvm.getelementptr %out_ptr[%offsets_0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %28 = llvm.getelementptr %out_ptr[%offsets_1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %29 = llvm.fadd %x_36, %y_65 : f32
    %30 = llvm.fadd %x_37, %y_66 : f32
    %31 = llvm.fadd %x_38, %y_67 : f32
    %32 = llvm.fadd %x_39, %y_68 : f32
    %33 = llvm.bitcast %29 : f32 to i32
    %34 = llvm.bitcast %30 : f32 to i32
    %35 = llvm.bitcast %31 : f32 to i32
    %36 = llvm.bitcast %32 : f32 to i32
    llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,b" %26, %33, %34, %35, %36, %mask_5 : (!llvm.ptr<1>, i32, i32, i32, i32, i1) -> ()
    llvm.cond_br %x_8, ^bb7, ^bb8
  ^bb7:  // pred: ^bb6
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %26, %33, %mask : (!llvm.ptr<1>, i32, i1) -> ()
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %27, %34, %mask_3 : (!llvm.ptr<1>, i32, i1) -> ()
    llvm.inline_asm has_side_effects "@$2 st.global.b32 [$0], $1;", "l,r,b" %28, %35, %mask_4 : (!llvm.ptr<1>, i32, i1) -> ()
    llvm.br ^bb8
  ^bb8:  // 2 preds: ^bb6, ^bb7
    llvm.return
  }
}
