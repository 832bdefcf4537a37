//===- TqgRoleOps.td - Who runs which program --------------*- tablegen -*-===//
//
// Programs one after the other in a CTA, how it comes to the next one, and the
// roles and teams that run them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQG_TQGROLEOPS_TD
#define TQC_DIALECT_TQG_TQGROLEOPS_TD

def Tqg_LaunchExtentOp : Tqg_Op<"launch_extent", [Pure]> {
  let summary = "Give how many programs were asked for along an axis";
  let description = [{
    In a persistent kernel `tq.program_id` and `tq.num_programs` speak of the CTAs
    that were launched; this gives the grid that the launch asked for.

    ```mlir
    %n0 = tqg.launch_extent 0
    ```
  }];
  let arguments = (ins I32Attr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
}

def Tqg_TeamOp : Tqg_Op<"team", [Pure]> {
  let summary = "Give the number of the team that this warp is of";
  let description = [{
    In a kernel with several teams, 0 to teams - 1. Of neighbours each team runs the
    program of its own number; those that take turns, each second one from it on.

    ```mlir
    %team = tqg.team
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Tqg_NextProgramOp : Tqg_Op<"next_program"> {
  let summary = "Give the number of the program that this CTA runs next";
  let description = [{
    Turns are drawn in their order, by whichever CTA comes first; one behind the
    last program ends the loop. `parity` is that of the loop's iteration.
    `tq-split-roles` makes a draw of it for the producer, and a message for the
    others.

    ```mlir
    %next = tqg.next_program of %programs, %parity
    ```
  }];
  let arguments = (ins I32:$programs, I32:$parity);
  let results = (outs I32:$result);
  let assemblyFormat = "`of` $programs `,` $parity attr-dict";
}

def Tqg_DrawProgramOp : Tqg_Op<"draw_program"> {
  let summary = "Draw the next program from the launch's counter";
  let description = [{
    The counter, 4 bytes in global memory that the launch gives, counts the programs
    behind the first one of each CTA. Each CTA draws until it gets a number behind
    the last: as many draws as there are programs, so that the counter, which wraps
    there (`atom.inc`), is zero again when the kernel ends.

    ```mlir
    %drawn = tqg.draw_program of %programs
    ```
  }];
  let arguments = (ins I32:$programs);
  let results = (outs I32:$result);
  let assemblyFormat = "`of` $programs attr-dict";
}

def Tqg_MailboxOp : Tqg_Op<"mailbox", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Make a place for a number in shared memory";
  let description = [{
    ```mlir
    %box = tqg.mailbox : !tqg.mailbox
    ```
  }];
  let results = (outs Tqg_MailboxType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Tqg_MailPutOp : Tqg_Op<"mail_put"> {
  let summary = "Put a number into a mailbox";
  let description = [{
    By one thread; barriers around it say when it may be put and taken.

    ```mlir
    tqg.mail_put %drawn, %box
    ```
  }];
  let arguments = (ins I32:$number, Tqg_MailboxType:$box);
  let assemblyFormat = "$number `,` $box attr-dict";
}

def Tqg_MailTakeOp : Tqg_Op<"mail_take"> {
  let summary = "Take the number out of a mailbox";
  let description = [{
    The first lane of a warp reads it, and has for all of them behind this.

    ```mlir
    %taken = tqg.mail_take %box
    ```
  }];
  let arguments = (ins Tqg_MailboxType:$box);
  let results = (outs I32:$result);
  let assemblyFormat = "$box attr-dict";
}

def Tqg_RoleOp : Tqg_Op<"role", [SingleBlock, NoTerminator]> {
  let summary = "What some of a CTA's warps do";
  let description = [{
    Warps `first` to `first + warps - 1` run the region, the others pass it by.
    A `tq.barrier` in it, and every exchange, waits for these warps alone. In a
    role of one thread (`single`) the first lane of the first warp runs it. With
    `registers` each thread of the role has as many from its start on
    (`setmaxnreg`): whole groups of four warps give theirs to others. With several
    `teams` the warps are that many groups, each with a program of its own, and an op
    of the region is one team's.

    **Verifier.** There are warps; `registers` is a multiple of 8 from 24 to 256,
    and the warps are whole groups then. Each of several teams has four warps, from
    warp 0 on.

    ```mlir
    tqg.role "producer" warps 8 to 12 single registers 24 {
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, I32Attr:$first, I32Attr:$end,
                       UnitAttr:$single, OptionalAttr<I32Attr>:$registers,
                       DefaultValuedAttr<I32Attr, "1">:$teams);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$name `warps` $first `to` $end (`single` $single^)? (`registers` $registers^)? (`teams` $teams^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Tqg_LaunchNextOp : Tqg_Op<"launch_next"> {
  let summary = "Let the launch behind this one begin, if this one fills the GPU";
  let description = [{
    Its CTAs come where there is room as soon as every CTA of this launch has come
    here or has ended (PTX ISA, `griddepcontrol.launch_dependents`). What they may
    not do before this launch has ended stands behind their `tqg.launch_wait`.

    A launch of fewer CTAs than 15 for 16 multiprocessors (`%nsmid`) does nothing
    here: the next one begins when it ends. CTAs that come early go where this launch
    left room, so that a part of the GPU gets more of them than another one, and its
    way to the cache becomes the limit (70 CTAs of a product of 32 x 8896 x 11264 on
    an H200: 82 us, and 54 if they are spread).

    ```mlir
    tqg.launch_next
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Tqg_LaunchWaitOp : Tqg_Op<"launch_wait"> {
  let summary = "Wait until the launch before this one has ended";
  let description = [{
    And until what it wrote is there (PTX ISA, `griddepcontrol.wait`). Every thread
    comes here before it touches global memory. A launch of such a kernel of at most
    1024 CTAs may begin while the one before it still runs; of more, this does nothing.

    ```mlir
    tqg.launch_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TQC_DIALECT_TQG_TQGROLEOPS_TD
