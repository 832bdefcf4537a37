//===- ExploreTest.cpp - Which source line does a line come from? ---------===//

#include "tools/explore/KernelPage.h"
#include "tools/explore/PhaseListing.h"
#include "tools/explore/PipelineSteps.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(ListMlir, GivesEachLineItsPlaceAndTakesThePlacesOut) {
  PhaseListing listing = listMlir("tile",
                                  "#loc1 = loc(\"k.tq\":3:5)\n"
                                  "module {\n"
                                  "  %x = tq.load %p loc(#loc2)\n"
                                  "  tq.store %p, %x loc(#loc1)\n"
                                  "} loc(#loc)\n"
                                  "#loc = loc(unknown)\n"
                                  "#loc2 = loc(\"x\"(#loc1))\n",
                                  "k.tq");
  EXPECT_EQ(listing.joined(), "module {\n  %x = tq.load %p\n"
                              "  tq.store %p, %x\n}\n");
  EXPECT_THAT(listing.lines, ElementsAre(0, 3, 3, 0));
}

/// The line of one op with this location.
static unsigned lineOf(const std::string &location) {
  PhaseListing listing = listMlir("tile", "op loc(" + location + ")\n", "k.tq");
  EXPECT_EQ(listing.joined(), "op\n") << location;
  return listing.lines[0];
}

TEST(ListMlir, CountsWhatWasCalledForTheLineThatCalls) {
  EXPECT_EQ(lineOf("callsite(\"lib.tq\":40:1 at \"k.tq\":7:2)"), 7u);
  EXPECT_EQ(lineOf("callsite(\"k.tq\":40:1 at \"k.tq\":7:2)"), 7u);
  EXPECT_EQ(lineOf("callsite(\"lib.tq\":4:1 at callsite(\"lib.tq\":9:1 at "
                   "\"k.tq\":8:2))"),
            8u);
  EXPECT_EQ(lineOf("callsite(callsite(\"a\":4:1 at \"b\":9:1) at "
                   "\"k.tq\":8:2)"),
            8u);
}

TEST(ListMlir, ReadsEveryFormOfAPlace) {
  EXPECT_EQ(lineOf("\"k.tq\":12:1 to 14:3"), 12u);
  EXPECT_EQ(lineOf("fused[\"a, b\":1:1, \"k.tq\":5:1]"), 5u);
  EXPECT_EQ(lineOf("fused<#meta>[\"n\"(\"k.tq\":6:1), \"k.tq\":5:1]"), 6u);
  EXPECT_EQ(lineOf("\"other.tq\":12:1"), 0u);
  EXPECT_EQ(lineOf("unknown"), 0u);
  EXPECT_EQ(lineOf("#missing"), 0u);
}

TEST(ListMlir, LeavesStringsThatLookLikePlacesAlone) {
  PhaseListing listing = listMlir(
      "tile",
      "op {words = \"f loc(1)\", w = \"\\22 loc(2)\"} loc(\"k.tq\":2:1)\n",
      "k.tq");
  EXPECT_EQ(listing.text[0], "op {words = \"f loc(1)\", w = \"\\22 loc(2)\"}");
  EXPECT_EQ(listing.lines[0], 2u);
}

TEST(ListMlir, GivesTheHeadOfARegionThePlaceAtItsEnd) {
  PhaseListing listing = listMlir("tile",
                                  "scf.if %c {\n"
                                  "  a loc(\"k.tq\":2:1)\n"
                                  "} else {\n"
                                  "  b loc(\"k.tq\":4:1)\n"
                                  "} loc(\"k.tq\":1:1)\n",
                                  "k.tq");
  EXPECT_THAT(listing.lines, ElementsAre(1, 2, 1, 4, 1));
}

TEST(ListMlir, EndsOnPlacesThatNameThemselves) {
  PhaseListing listing = listMlir(
      "tile", "#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)\nop loc(#loc1)\n",
      "k.tq");
  EXPECT_THAT(listing.lines, ElementsAre(0));
}

TEST(ListPtx, FollowsLocAndWhereItWasInlined) {
  PhaseListing listing =
      listPtx("\t.reg .b32 %r<2>;\n"
              "\t.loc\t2 6 17\n\tadd.s32 %r1;\n"
              "\t.loc\t1 9 3, function_name $L, inlined_at 2 8 1\n"
              "\tmul.f32 %f1;\n$L__1:\n\tret;\n"
              "\t.loc\t1 4 4\n\tsub.s32 %r1;\n}\n\tadd.s32 %r1;\n"
              "\t.file\t1 \"stdlib.tq\"\n\t.file\t2 \"k.tq\"\n",
              "k.tq");
  EXPECT_THAT(listing.text[1], HasSubstr("add"));
  EXPECT_THAT(listing.lines, ElementsAre(0, 6, 8, 0, 8, 0, 0, 0, 0, 0));
}

TEST(ListSass, FollowsTheCommentsOfNvdisasm) {
  PhaseListing listing = listSass(
      "\t.text\n\t//## File \"/tmp/k.tq\", line 6\n"
      "        /*0000*/  MOV R1 ;\n"
      "\t//## File \"/x/stdlib.tq\", line 40 inlined at \"/tmp/k.tq\", line 9\n"
      "\t//## File \"/tmp/k.tq\", line 9\n"
      "        /*0010*/  FADD R1 ;\n"
      "\t//## File \"/tmp/o.tq\", line 9\n        /*0020*/  EXIT ;\n",
      "k.tq");
  EXPECT_THAT(listing.lines, ElementsAre(0, 6, 9, 0));
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

static PhaseListing scheduleOf(std::vector<std::string> text) {
  PhaseListing listing;
  for (const std::string &line : text)
    listing.add(line, unsigned(listing.text.size()) + 1);
  return listing;
}

TEST(Pipelines, CountCopiesBeforeEachLoopSinceTheLast) {
  std::vector<Pipeline> found = pipelinesOf(
      scheduleOf({"#l = #tqg.linear<offset = [(0, 1)], shape = (1, 2)>",
                  "  func.func @k(%a_ptr: i32) {",
                  "    %a_3 = tqg.ring {tqg.scratch = 64 : i32} : <4, "
                  "tensor<1x2xf16, #l>>",
                  "    scf.for %p = %c0 to %n step %c1 {", // programs
                  "      tqg.copy_async %1 to %a_3[%c0] : x",
                  "      tqg.copy_async %1 to %a_3[%c1] : x",
                  "      tqg.copy_async %1 to %a_3[%c2] : x",
                  "      %r = scf.for %i = %c0 to %n step %c1 {",
                  "        tqg.copy_wait 2",
                  "        %x = tqg.ring_read %a_3[%s] [0, 1] : x",
                  "        %m = tqg.mma %x, %x, %m : x",
                  "        tqg.copy_async %1 to %a_3[%s] : x", "      }",
                  "    }", "  }"}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kernel, "k");
  ASSERT_EQ(found[0].rings.size(), 1u);
  const PipelineRing &ring = found[0].rings[0];
  EXPECT_EQ(ring.name, "a");
  EXPECT_EQ(ring.slots, 4u);
  EXPECT_EQ(ring.shape, "1x2");
  EXPECT_EQ(ring.type, "f16");
  EXPECT_EQ(ring.offset, 64u);
  EXPECT_EQ(ring.before, 3u);
  EXPECT_EQ(ring.memory, "#tqg.linear<offset = [(0, 1)], shape = (1, 2)>");
  ASSERT_EQ(found[0].lanes.size(), 1u);
  EXPECT_EQ(found[0].lanes[0].line, 8u);
  std::vector<std::string> turn;
  for (const PipelineEvent &event : found[0].lanes[0].turn)
    turn.push_back(event.what);
  EXPECT_THAT(turn, ElementsAre("wait", "read", "multiply", "copy"));
}

TEST(Pipelines, AreNoneWhereNothingIsReadFromARing) {
  EXPECT_TRUE(
      pipelinesOf(scheduleOf({"  func.func @k() {",
                              "    scf.for %i = %c0 to %n step %c1 {",
                              "      %x = tq.load %p : x", "    }", "  }"}))
          .empty());
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

TEST(KernelPage, HoldsAnyTextWithoutEndingItsScript) {
  std::string page =
      kernelPage({{"title", "</script><script>x()</script><!--\xff @SCRIPT@"}});
  EXPECT_THAT(page, HasSubstr("{\"title\":\"\\u003c/script>\\u003cscript>"));
  EXPECT_THAT(page, HasSubstr("\\u003c!--\xef\xbf\xbd @SCRIPT@\"}"));
  EXPECT_THAT(page, Not(HasSubstr("@STYLE@")));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
}
