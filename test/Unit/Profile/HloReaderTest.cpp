//===- HloReaderTest.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileTestSupport.h"

#include "llvm/Support/FileSystem.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using testing::ElementsAre;

static std::string getType(const Program &program,
                           const Instruction &instruction) {
  std::string text;
  for (unsigned array : program.types.getValueType(instruction.type).arrays)
    text += (text.empty() ? "" : " ") + program.types.getArray(array).text;
  return text;
}

TEST(HloReaderTest, LongForm) {
  Program program = readHlo(
      "HloModule jit_step.1, is_scheduled=true, input_output_alias={ {0}: (0, "
      "{}, may-alias), {1}: (1, {2}) }, "
      "entry_computation_layout={(f32[8]{0:T(256)}, s32[])->f32[8]{0}}, "
      "allow_spmd_sharding_propagation_to_output={true,true}\n"
      "\n"
      "%add (x.1: f32[], y.1: f32[]) -> f32[] {\n"
      "  %x.1 = f32[]{:T(128)} parameter(0)\n"
      "  %y.1 = f32[]{:T(128)} parameter(1)\n"
      "  ROOT %add.1 = f32[]{:T(128)} add(f32[]{:T(128)} %x.1, f32[]{:T(128)} "
      "%y.1)\n"
      "}, execution_thread=\"main\"\n"
      "\n"
      "ENTRY %main.2 (p: f32[8], q: (s32[], (pred[2]))) -> f32[8]{0:T(256)} {\n"
      "  %p = f32[8]{0:T(256)} parameter(0), sharding={devices=[2,1]<=[2]}\n"
      "  %q = (s32[], (pred[2]{0})) parameter(1), sharding={{replicated}, "
      "{replicated}}\n"
      "  ROOT %all-reduce.1 = f32[8]{0:T(256)} all-reduce(f32[8]{0:T(256)} "
      "%p), channel_id=1, replica_groups=[2,4]<=[4,2]T(1,0), "
      "use_global_device_ids=true, to_apply=%add, metadata={op_type=\"dot\" "
      "op_name=\"jit(f)/\\\"x\\\"\" source_file=\"a b.py\" source_line=12 "
      "profile_type={1}}\n"
      "}\n");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  EXPECT_EQ(program.name, "jit_step.1");
  EXPECT_TRUE(program.isScheduled);
  ASSERT_EQ(program.computations.size(), 2u);
  const Computation &main = getComputation(program, "main.2");
  EXPECT_TRUE(main.isEntry);
  EXPECT_THAT(getNames(main), ElementsAre("p", "q", "all-reduce.1"));
  EXPECT_EQ(getType(program, main.instructions[1]), "s32[] pred[2]{0}");
  const Instruction &reduce = main.instructions[2];
  EXPECT_EQ(reduce.opcode, "all-reduce");
  EXPECT_TRUE(reduce.isRoot);
  EXPECT_EQ(reduce.opName, "jit(f)/\"x\"");
  EXPECT_EQ(program.getSource(reduce), "a b.py:12");
  ASSERT_EQ(main.getOperands(reduce).size(), 1u);
  EXPECT_EQ(main.getOperands(reduce)[0].instruction, 0);
  ASSERT_EQ(main.getCalls(reduce).size(), 1u);
  EXPECT_EQ(main.getCalls(reduce)[0].computation, 0);
}

TEST(HloReaderTest, ShortFormOverSeveralLines) {
  Program program = readEntry("  a = f32[4,8]{1,0} parameter(0)\n"
                              "  b.1-x_y#2 = f32[8,4]{1,0}\n"
                              "    transpose(a),\n"
                              "    dimensions={1,0},\n"
                              "    metadata={op_name=\"t\"}\n"
                              "  c = f32[8,4]{1,0} copy(b.1-x_y#2)\n"
                              "    , metadata={op_name=\"u\"}\n"
                              "  k = f32[2,3]{1,0} constant({\n"
                              "    { 1, 2, 3 },\n"
                              "    { 4, 5, 6 }\n"
                              "  })\n"
                              "  ROOT d = f32[8,4] copy(c)");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  const Computation &main = program.computations.front();
  EXPECT_THAT(getNames(main), ElementsAre("a", "b.1-x_y#2", "c", "k", "d"));
  EXPECT_THAT(main.permutations.lookup(1), ElementsAre(1, 0));
  EXPECT_EQ(main.instructions[2].opName, "u");
  EXPECT_EQ(main.getOperands(main.instructions[4])[0].instruction, 2);
}

TEST(HloReaderTest, SeveralInstructionsOnALine) {
  Program program =
      readHlo("HloModule m\nENTRY e { a = f32[] parameter(0)  b = (f32[], "
              "s32[]) tuple(a), metadata={op_name=\"x\"}  ROOT c = f32[] "
              "get-tuple-element(b), index=0 }");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  EXPECT_THAT(getNames(program.computations.front()),
              ElementsAre("a", "b", "c"));
}

TEST(HloReaderTest, TuplesWithComments) {
  Program program = readEntry(
      "  t = (f32[1]{0}, s32[], s32[], s32[], s32[], /*index=5*/bf16[2,<=3]{1,"
      "0}, (token[], opaque[], pred[?]{0}), ()) parameter(0) // the end\n"
      "  /* between */ u = f32[1]{0} get-tuple-element(/*x*/ t), index=0");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  const Computation &main = program.computations.front();
  EXPECT_EQ(getType(program, main.instructions[0]),
            "f32[1]{0} s32[] s32[] s32[] s32[] bf16[2,<=3]{1,0} pred[?]{0}");
  EXPECT_EQ(main.getOperands(main.instructions[1])[0].instruction, 0);
}

TEST(HloReaderTest, BackendConfigs) {
  Program program = readEntry(
      "  p = (s32[]) parameter(0)\n"
      "  c = f32[] custom-call(), custom_call_target=\"tpu\", "
      "backend_config={\"a\":{\"b\":[\"}{\\\"\"]},\"body\":\"TUzvUgEBCg==\"}\n"
      "  w = (s32[]) while(p), condition=x, body=x, "
      "backend_config={\"known_trip_count\":{\"n\":\"61\"},\"z\":1}\n"
      "  v = (s32[]) while(p), condition=x, body=x, "
      "backend_config=\"{\\\"known_trip_count\\\":{\\\"n\\\":\\\"5\\\"}}\"\n"
      "  u = (s32[]) while(p), condition=x, body=x, "
      "backend_config={\"known_trip_count\":{\"n\":0}}\n"
      "  t = (s32[]) while(p), condition=x, body=x, backend_config={}");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  const Computation &main = program.computations.front();
  EXPECT_EQ(main.tripCounts.lookup(2), 61);
  EXPECT_EQ(main.tripCounts.lookup(3), 5);
  EXPECT_TRUE(main.tripCounts.count(4));
  EXPECT_EQ(main.tripCounts.lookup(4), 0);
  EXPECT_FALSE(main.tripCounts.count(5));
}

TEST(HloReaderTest, StackFrames) {
  Program program = readHlo("HloModule m\n\nFileNames\n1 \"/u/main.py\"\n2 "
                            "\"lib.py\"\n\nFunctionNames\n1 \"f\"\n\n"
                            "FileLocations\n1 {file_name_id=2 "
                            "function_name_id=1 line=33 end_line=34 column=5}\n"
                            "\nStackFrames\n1 {file_location_id=1}\n2 "
                            "{file_location_id=1 parent_frame_id=1}\n\n"
                            "ENTRY e {\n  a = f32[] parameter(0), "
                            "metadata={op_name=\"x\" stack_frame_id=2}\n  b = "
                            "f32[] copy(a), metadata={stack_frame_id=9}\n}\n");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  const Computation &entry = program.computations.front();
  EXPECT_EQ(program.getSource(entry.instructions[0]), "lib.py:33");
  EXPECT_EQ(program.getSource(entry.instructions[1]), "");
}

TEST(HloReaderTest, ComputationsWrittenOut) {
  Program program = readEntry("  a = f32[8]{0} parameter(0)\n"
                              "  f = f32[8]{0} fusion(a), kind=kLoop, calls=\n"
                              "  {\n"
                              "    p = f32[8]{0} parameter(0)\n"
                              "    ROOT n = f32[8]{0} negate(p)\n"
                              "  }, metadata={op_name=\"x\"}\n"
                              "  ROOT g = f32[8]{0} copy(f)");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  EXPECT_THAT(getNames(getComputation(program, "main")),
              ElementsAre("a", "f", "g"));
  EXPECT_THAT(getNames(getComputation(program, "f.calls")),
              ElementsAre("p", "n"));
}

TEST(HloReaderTest, LinesThatCannotBeRead) {
  Program program = readHlo("HloModule m\n"  // 1
                            "what is this\n" // 2
                            "ENTRY e {\n"    // 3
                            "  a = f32[8]{0} parameter(0)\n"
                            "  garbage here\n"                        // 5
                            "  more garbage\n"                        // 6
                            "  b = f32[8]{0,1} copy(a)\n"             // 7
                            "  c = f32[8]{0:P(f32[])} copy(a), x={\n" // 8
                            "     1}\n"
                            "  d = f32[8{0} copy(a\n"             // 10
                            "  e = zz[8]{0} copy(a)\n"            // 11
                            "  f = f32[8]{0} copy(a) junk junk\n" // 12
                            "  g = f32[8]{0} copy(a), x=\"open\n" // 13
                            "  h = f32[8]{0} copy(a)\n"
                            "}\n");
  EXPECT_THAT(getSkippedLines(program),
              ElementsAre(2, 5, 6, 7, 8, 10, 11, 12, 13));
  EXPECT_THAT(getNames(program.computations.front()), ElementsAre("a", "h"));
  EXPECT_EQ(program.skippedLines[3].message,
            "column 1: layout {0,1} has 2 dimensions, but the array has 1");
}

TEST(HloReaderTest, MissingBraces) {
  Program program = readHlo("HloModule m\nb {\n  p = f32[] parameter(0)\n"
                            "ENTRY e {\n  a = f32[] parameter(0)\n");
  EXPECT_EQ(program.computations.size(), 2u);
  EXPECT_THAT(getNames(getComputation(program, "e")), ElementsAre("a"));
}

// Outside of a computation, an instruction whose line ends in a brace.
TEST(HloReaderTest, BraceAtTheEndOfALine) {
  Program program = readHlo("HloModule m\na = f32[] x(b -> c), y={\n 1 }\n");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  EXPECT_THAT(getNames(program.computations.front()), ElementsAre("a"));
}

TEST(HloReaderTest, PastedInstructions) {
  Program program = readHlo("%copy.1 = f32[8]{0:T(256)} copy(f32[8]{0} %p)\n");
  EXPECT_THAT(getSkippedLines(program), ElementsAre());
  Profile profile = getProfile(program);
  ASSERT_EQ(profile.moves.size(), 1u);
  EXPECT_EQ(profile.moves[0].from->text, "f32[8]{0}");
}

TEST(HloReaderTest, SeveralModules) {
  TextWindow window("HloModule a\nENTRY e {\n  x = f32[] parameter(0)\n}\n"
                    "HloModule b\nENTRY e {\n  y = f32[] parameter(0)\n}\n");
  HloReader reader(window);
  EXPECT_EQ(llvm::cantFail(reader.readModule())->name, "a");
  EXPECT_EQ(llvm::cantFail(reader.readModule())->name, "b");
  EXPECT_FALSE(llvm::cantFail(reader.readModule()));
}

// As in XLA, the last computation is the entry where none is marked.
TEST(HloReaderTest, NoEntry) {
  Program program = readHlo("HloModule m\na {\n  x = f32[] parameter(0)\n}\n"
                            "b {\n  y = f32[] parameter(0)\n}\n");
  EXPECT_FALSE(program.computations[0].isEntry);
  EXPECT_TRUE(program.computations[1].isEntry);
}

TEST(HloReaderTest, BytesThatAreNoText) {
  std::string text = "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ";
  text += std::string("\0\xff\x01 = \n", 7);
  text += "  b = f32[] copy(a)\n}\n";
  Program program = readHlo(text);
  EXPECT_THAT(getSkippedLines(program), ElementsAre(4));
  EXPECT_THAT(getNames(program.computations.front()), ElementsAre("a", "b"));
}

// What a file holds and what a window over memory shows are the same, wherever
// the blocks of the file end.
TEST(HloReaderTest, ItemsAcrossBlocks) {
  std::string text = "HloModule m\nENTRY e {\n  i.0 = f32[] parameter(0)\n";
  int count = 20000;
  for (int i = 1; i < count; ++i)
    text += "  i." + std::to_string(i) + " = f32[7]{0} copy(i." +
            std::to_string(i - 1) + "), metadata={op_name=\"" +
            std::string(i % 400, 'x') + "\"}\n";
  text += "}\n";
  llvm::SmallString<64> path;
  int descriptor;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("hlo", "txt", descriptor, path));
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  auto file = llvm::cantFail(llvm::sys::fs::openNativeFileForRead(path));
  TextWindow window(file);
  HloReader reader(window);
  std::optional<Program> program = llvm::cantFail(reader.readModule());
  llvm::sys::fs::closeFile(file);
  llvm::sys::fs::remove(path);
  ASSERT_TRUE(program);
  EXPECT_THAT(getSkippedLines(*program), ElementsAre());
  EXPECT_EQ(program->getNumInstructions(), size_t(count));
  EXPECT_EQ(program->computations[0].instructions[399].opName.size(), 399u);
}
