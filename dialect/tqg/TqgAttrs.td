//===- TqgAttrs.td - The layout of a tile, the plan of a kernel -*- tablegen -*-===//

#ifndef TQC_DIALECT_TQG_TQGATTRS_TD
#define TQC_DIALECT_TQG_TQGATTRS_TD

include "dialect/tqg/TqgDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Tqg_LinearAttr : AttrDef<Tqg_Dialect, "Linear"> {
  let mnemonic = "linear";
  let summary = "Which register of which lane of which warp holds an element";
  let description = [{
    The encoding of every tile from the `layout` phase on: a
    `tqc::LinearLayout`, written as its bases. Basis `k` of a hardware dimension
    is the tile coordinate that bit `k` of that dimension's index adds (by xor).

    Example: a 2x4 tile over 4 lanes, two registers each.

    ```mlir
    #row = #tqg.linear<reg = [(0, 1)], lane = [(0, 2), (1, 0)], warp = [],
                       shape = (2, 4)>
    ```
    ```text
    w0 l0 r0 | w0 l0 r1 | w0 l1 r0 | w0 l1 r1
    w0 l2 r0 | w0 l2 r1 | w0 l3 r0 | w0 l3 r1
    ```

    A tile in shared memory has a layout of offsets, in elements:

    ```mlir
    #memory = #tqg.linear<offset = [(0, 1), (0, 2), (1, 1)], shape = (2, 4)>
    ```
  }];
  let parameters = (ins AttrParameter<"::tqc::LinearLayout", "the layout",
                                      "const ::tqc::LinearLayout &">:$layout);
  let hasCustomAssemblyFormat = 1;
  let genMnemonicAlias = 1; // prints as #linear, #linear1, ... above the module
}

def Tqg_LongestPrograms : I32EnumAttr<"LongestPrograms",
    "which programs of a row of the grid take longest", [
    I32EnumAttrCase<"Unknown", 0, "unknown">, I32EnumAttrCase<"First", 1, "first">,
    I32EnumAttrCase<"Last", 2, "last">]> {
  let cppNamespace = "::tqc::tqg";
  let genSpecializedAttr = 0;
}

def Tqg_LongestParameter : EnumParameter<Tqg_LongestPrograms> {
  let defaultValue = "::tqc::tqg::LongestPrograms::Unknown";
}

def Tqg_PlanAttr : AttrDef<Tqg_Dialect, "Plan"> {
  let mnemonic = "plan";
  let summary = "What the planner decided for a kernel, once";
  let description = [{
    Later passes only execute it. `warps` is what the author asked for; `stages`
    is the depth of software pipelines; `roles` is how many groups of warps
    have different code (1: all warps do the same); `cluster` is CTAs a cluster,
    which share each program.
    A `persistent` kernel is launched with as many CTAs as there is room for, and
    each of them runs programs one after the other: every n-th one, or, if they are
    `drawn`, whichever is next when it comes for one. Where it is known which programs
    along the first axis take `longest`, the `first` or the `last` ones, those are
    drawn first.
    A *team* is the warps of one program. With several `teams` a CTA runs as many
    neighbours along the first axis side by side, and tiles that all of them read are
    in shared memory once. Or two teams take programs in `turns`: while one stores its
    results, the other multiplies.
    Programs along the first axis may come in groups of `group`: those of one group
    with the same second number follow each other, so that CTAs which run at a time
    read few rows and few columns. A `batch` is how many neighbours along the first axis
    are the rows of what a CTA computes (`tq-batch-programs`).

    ```mlir
    #plan = #tqg.plan<warps = 4, stages = 3, roles = 1, cluster = 1>
    ```

    **Verifier**: warps are a power of two up to 32, stages 1 to 64, roles and
    cluster 1 to 16; what is drawn is persistent, and has roles; what has its longest
    programs first is drawn. There are 1 to 4 teams; several are of 4 warps each, in a
    persistent kernel with roles, and two, of programs that are not drawn, if they take
    turns. Groups are of 1 to 64 programs; larger ones than 1 are of a persistent kernel
    whose longest programs do not come first, and have no neighbours side by side. Batches are of 1
    to 64 programs, and larger ones than 1 of a kernel that is launched, with one role
    and one CTA a cluster.
  }];
  let parameters = (ins "int32_t":$warps, "int32_t":$stages, "int32_t":$roles,
                        "int32_t":$cluster,
                        DefaultValuedParameter<"bool", "false">:$persistent,
                        DefaultValuedParameter<"bool", "false">:$drawn,
                        Tqg_LongestParameter:$longest,
                        DefaultValuedParameter<"int32_t", "1">:$teams,
                        DefaultValuedParameter<"bool", "false">:$turns,
                        DefaultValuedParameter<"int32_t", "1">:$group,
                        DefaultValuedParameter<"int32_t", "1">:$batch);
  let extraClassDeclaration = [{
    /// How many programs run side by side on tiles that they have in common.
    int32_t getNeighbours() const { return getTurns() ? 1 : getTeams(); }
  }];
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tqg_MatrixUnit : I32EnumAttr<"MatrixUnit", "what multiplies matrices", [
    I32EnumAttrCase<"Fma", 0, "fma">, I32EnumAttrCase<"Mma", 1, "mma">,
    I32EnumAttrCase<"Wgmma", 2, "wgmma">]> {
  let cppNamespace = "::tqc::tqg";
  let genSpecializedAttr = 0;
}

def Tqg_ProductAttr : AttrDef<Tqg_Dialect, "Product"> {
  let mnemonic = "product";
  let summary = "What the planner decided for a product, once";
  let description = [{
    `fma` multiplies in each thread by itself, `mma` by the warps' `mma.sync`, and
    `wgmma` by groups of four warps, which read the right operand from shared
    memory. `batch`, `rows` and `columns` are how many warps lie side by side
    along the batch, M and N (1 each for `fma`). Of a tile of `wgmma` only the
    first `live` columns are multiplied, and along K the first `depth` numbers; 0
    stands for all.

    ```mlir
    #product = #tqg.product<unit = wgmma, rows = 4, live = 160>
    ```

    **Verifier**: the warps of each direction are a power of two up to 32; those
    of `wgmma` all lie along M, and are groups of four. `live` and `depth` are for
    `wgmma` alone, and multiples of 16 and 8.
  }];
  let parameters = (ins EnumParameter<Tqg_MatrixUnit>:$unit,
                        DefaultValuedParameter<"int32_t", "1">:$batch,
                        DefaultValuedParameter<"int32_t", "1">:$rows,
                        DefaultValuedParameter<"int32_t", "1">:$columns,
                        DefaultValuedParameter<"int32_t", "0">:$live,
                        DefaultValuedParameter<"int32_t", "0">:$depth);
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tqg_OperandPlace : I32EnumAttr<"OperandPlace", "where a product finds an operand", [
    I32EnumAttrCase<"Registers", 0, "registers">, I32EnumAttrCase<"Slot", 1, "slot">,
    I32EnumAttrCase<"Staged", 2, "staged">]> {
  let cppNamespace = "::tqc::tqg";
  let genSpecializedAttr = 0;
}

def Tqg_OperandsAttr : AttrDef<Tqg_Dialect, "Operands"> {
  let mnemonic = "operands";
  let summary = "Where the planner decided that a product of wgmma finds its operands";
  let description = [{
    On the product, as `tqg.operands`: in `registers`, in the `slot` of a ring that
    copies fill, or `staged`, written to shared memory by the warps themselves.

    ```mlir
    #places = #tqg.operands<left = registers, right = slot>
    ```

    **Verifier**: the right operand is not in registers.
  }];
  let parameters = (ins EnumParameter<Tqg_OperandPlace>:$left,
                        EnumParameter<Tqg_OperandPlace>:$right);
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tqg_PipelineAttr : AttrDef<Tqg_Dialect, "Pipeline"> {
  let mnemonic = "pipeline";
  let summary = "What the planner decided for a loop that copies ahead, once";
  let description = [{
    On the loop, as `tqg.pipeline`. Its loads that have a `tqg.slots` are copied
    into rings of `stages` slots, `distance` iterations before they are read; the
    copies of an iteration start before its products, or `behind` the first one.

    ```mlir
    #ahead = #tqg.pipeline<stages = 3, distance = 2, behind = true>
    ```

    **Verifier**: two stages at least; the distance is 1 to stages - 1.
  }];
  let parameters = (ins "int32_t":$stages, "int32_t":$distance,
                        DefaultValuedParameter<"bool", "false">:$behind);
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

def Tqg_AccessAttr : AttrDef<Tqg_Dialect, "Access"> {
  let mnemonic = "access";
  let summary = "What is known of a memory op's addresses and mask";
  let description = [{
    On loads, stores, atomics and copies of tiles, as `tqg.access`; what is not
    recorded is not known. `order` names the dimensions, the one along which
    addresses are most contiguous first. Along that one, in elements: runs of `run`
    neighbours in the tile are neighbours in memory, and each run starts at a
    multiple of `aligned` bytes. One access may cover `addresses` of them (16 bytes
    at most); `whole` if the mask shall be the same for all of them; and `cut` if
    what the mask cuts is done element by element. The mask is then true first and
    false behind, or, with `between`, also false first.

    ```mlir
    #rows = #tqg.access<order = [1, 0], run = 64, aligned = 16, addresses = 8, whole = 4, cut = 8>
    ```

    **Verifier**: `order` names each dimension once; the other numbers are positive.
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$order, "int64_t":$run,
                        "int64_t":$aligned, "int32_t":$addresses,
                        "int32_t":$whole, "int32_t":$cut,
                        DefaultValuedParameter<"bool", "false">:$between);
  let genVerifyDecl = 1;
  let assemblyFormat = [{
    `<` `order` `=` `[` $order `]` `,`
    struct($run, $aligned, $addresses, $whole, $cut, $between) `>`
  }];
  let extraClassDeclaration = [{
    /// The dimension along which accesses are wide.
    unsigned fastest() const { return getOrder().front(); }
  }];
}

class Tqg_Type<string name, string typeMnemonic>
    : TypeDef<Tqg_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Tqg_RingType : Tqg_Type<"Ring", "ring"> {
  let summary = "Slots of shared memory that a pipelined loop takes in turn";
  let description = [{
    Each slot holds one tile, whose encoding says at which offset (in elements,
    from the start of the slot) each element lies. Where nobody reads all of it a
    slot has only the first `used` bytes.

    ```mlir
    %ring = tqg.ring : !tqg.ring<2, tensor<2x4xf32, #memory>>
    ```
  }];
  let parameters = (ins "int32_t":$slots, "::mlir::RankedTensorType":$tile,
                        OptionalParameter<"int64_t">:$used);
  let builders = [TypeBuilder<(ins "int32_t":$slots,
                                   "::mlir::RankedTensorType":$tile), [{
    return $_get($_ctxt, slots, tile, /*used=*/0);
  }]>];
  let assemblyFormat = "`<` $slots `,` $tile (`,` `used` `=` $used^)? `>`";
  let extraClassDeclaration = [{
    /// Where the elements of a slot lie.
    const ::tqc::LinearLayout &getMemory() const;
    /// Bytes of one slot, and of all.
    int64_t slotBytes() const;
    int64_t bytes() const { return slotBytes() * getSlots(); }
  }];
}

def Tqg_SharedType : Tqg_Type<"Shared", "shared"> {
  let summary = "A tile that lies in shared memory";
  let description = [{
    The encoding of the tile says at which offset (in elements) each element
    lies. What is read is what is there when it is read.

    ```mlir
    %b = tqg.ring_view %ring[%slot] [0, 1] : !tqg.ring<2, tensor<32x64xf16, #panels>> -> !tqg.shared<tensor<32x64xf16, #panels>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let assemblyFormat = "`<` $tile `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Where the elements lie.
    const ::tqc::LinearLayout &getMemory() const;
  }];
}

def Tqg_TensorMapType : Tqg_Type<"TensorMap", "tensor_map"> {
  let summary = "A tensor in global memory that boxes are copied from";
  let description = [{
    128 bytes that the launch encodes (PTX ISA, "Tensor-map").

    ```mlir
    %map = tqg.tensor_map %x of [%n, %m] by [%stride] box [64, 128] swizzle 128 : !tq.ptr<f16> of [i32, i32] by [i32]
    ```
  }];
}

def Tqg_MailboxType : Tqg_Type<"Mailbox", "mailbox"> {
  let summary = "A number in shared memory that one role tells the others";
  let description = [{
    ```mlir
    %box = tqg.mailbox : !tqg.mailbox
    ```
  }];
}

def Tqg_MbarriersType : Tqg_Type<"Mbarriers", "mbarriers"> {
  let summary = "Barriers in shared memory, one for each slot of a ring";
  let description = [{
    Each is a 64-bit mbarrier object (PTX ISA, "mbarrier"): it counts arrivals,
    and bytes that copies still owe. When none is missing, its phase ends and the
    next one begins; phases are told apart by their parity.

    ```mlir
    %full = tqg.mbarriers arrivals 1 : !tqg.mbarriers<2>
    ```
  }];
  let parameters = (ins "int32_t":$count);
  let assemblyFormat = "`<` $count `>`";
  let genVerifyDecl = 1;
}

#endif // TQC_DIALECT_TQG_TQGATTRS_TD
