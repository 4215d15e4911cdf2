// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.graphember.config.ConfigError;
import io.graphember.inference.InferenceError;
import io.graphember.inference.fixture.Models;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of slices that are refused, each with one clear message. */
class ImportedSlicesErrorsTest {
  private static final String APPLY = "slice-0-apply.onnx";

  @TempDir private Path folder;

  private static SortedMap<String, byte[]> files() {
    ModelSpec spec = Models.untyped().get(3);
    return ExportedSlices.of(spec, new float[spec.layout().length()]);
  }

  @BeforeEach
  void export() throws IOException {
    for (Map.Entry<String, byte[]> file : files().entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ErrorCode code) {
    return assertThatThrownBy(() -> ImportedSlices.read(folder))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code.name()));
  }

  private void manifest(String from, String to) throws IOException {
    Path file = folder.resolve(ImportedSlices.MANIFEST);
    Files.writeString(file, Files.readString(file).replace(from, to));
  }

  private void change(Consumer<GraphProto.Builder> change) throws IOException {
    ModelProto.Builder model = ModelProto.parseFrom(files().get(APPLY)).toBuilder();
    change.accept(model.getGraphBuilder());
    Files.write(folder.resolve(APPLY), model.build().toByteArray());
  }

  @Test
  void whatWasExportedIsRead() {
    assertThat(ImportedSlices.read(folder).slices()).hasSize(2);
  }

  @Test
  void aFolderThatIsNotThere() {
    assertThatThrownBy(() -> ImportedSlices.read(Path.of("none")))
        .hasMessage(
            "The folder of slices none cannot be read: it must be a folder with a file"
                + " slices.yaml.");
  }

  @Test
  void aFileThatIsNotThere() throws IOException {
    Files.delete(folder.resolve(APPLY));
    assertRefused(InferenceError.SLICE_MISSING)
        .hasMessage("The folder of slices %s has no file %s.".formatted(folder, APPLY));
  }

  @Test
  void aPathInsteadOfAName() throws IOException {
    manifest(APPLY, "../secret.onnx");
    assertRefused(ConfigError.SETTINGS_INVALID).hasMessageContaining("slices[0].apply");
  }

  @Test
  void widthsThatDoNotMeet() throws IOException {
    manifest("output: 24", "output: 25");
    assertRefused(ConfigError.SETTINGS_INVALID)
        .hasMessageContaining("slices[1].input")
        .hasMessageContaining("must be the output of the slice before, 25");
  }

  @Test
  void anInputOfAnotherWidth() throws IOException {
    change(
        graph ->
            graph
                .getInputBuilder(1)
                .getTypeBuilder()
                .getTensorTypeBuilder()
                .getShapeBuilder()
                .getDimBuilder(1)
                .setDimValue(100));
    assertRefused(InferenceError.SLICE_UNFIT)
        .hasMessage(
            "Slice 0, slice-0-apply.onnx, input 2 (self_0): it is floats [any, 100], it must be"
                + " floats [any, 20].");
  }

  @Test
  void tooManyInputs() throws IOException {
    change(graph -> graph.addInput(graph.getInput(0).toBuilder().setName("more")));
    assertRefused(InferenceError.SLICE_UNFIT)
        .hasMessage("Slice 0, slice-0-apply.onnx: it has 3 inputs, there are 2 to give.");
  }

  @Test
  void anotherNumberOfOutputs() throws IOException {
    change(graph -> graph.addOutput(graph.getOutput(0).toBuilder().setName("v0")));
    assertRefused(InferenceError.SLICE_UNFIT)
        .hasMessage("Slice 0, slice-0-apply.onnx: it has 2 outputs, it must have 1.");
  }

  @Test
  void aFileThatIsCut() throws IOException {
    byte[] model = files().get(APPLY);
    Files.write(folder.resolve(APPLY), Arrays.copyOf(model, model.length / 2));
    assertRefused(InferenceError.SLICE_MALFORMED)
        .hasMessage("Slice file slice-0-apply.onnx is no ONNX model, or damaged.");
  }

  @Test
  void aFileOfNothing() throws IOException {
    Files.write(folder.resolve(APPLY), new byte[0]);
    assertRefused(InferenceError.SLICE_MALFORMED)
        .hasMessage(
            "Slice file slice-0-apply.onnx is no ONNX model: it has no nodes or no outputs.");
  }

  @Test
  void weightsInAnotherFile() throws IOException {
    change(
        graph -> graph.getInitializerBuilder(0).setDataLocation(TensorProto.DataLocation.EXTERNAL));
    assertRefused(InferenceError.SLICE_MALFORMED)
        .hasMessage(
            "Slice file slice-0-apply.onnx has the weight layer0.weight_self in another file:"
                + " export it with weights inside.");
  }

  @Test
  void aLoop() throws IOException {
    change(
        graph ->
            graph.addNode(
                NodeProto.newBuilder()
                    .setOpType("Loop")
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("body")
                            .setG(GraphProto.getDefaultInstance()))));
    assertRefused(InferenceError.SLICE_MALFORMED)
        .hasMessage(
            "Slice file slice-0-apply.onnx has an operator Loop with a part of its own (body):"
                + " loops and branches are not run.");
  }

  @Test
  void anOperatorOfItsMaker() throws IOException {
    change(graph -> graph.getNodeBuilder(0).setDomain("com.example"));
    assertRefused(InferenceError.SLICE_MALFORMED)
        .hasMessage(
            "Slice file slice-0-apply.onnx has an operator MatMul of domain com.example: only"
                + " standard operators are run.");
  }

  @Test
  void aFileThatIsTooLarge() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("aaa.onnx").toFile(), "rw")) {
      file.setLength(65L << 20);
    }
    assertRefused(InferenceError.SLICE_TOO_LARGE)
        .hasMessage(
            "The slices %s are more than 32 files or 64 MiB together, with file aaa.onnx."
                .formatted(folder));
  }

  @Test
  void slicesThatDoNotFitTheGraph() {
    ImportedSlices slices = ImportedSlices.read(folder);
    assertThatThrownBy(() -> slices.requireInput("cora", 1433))
        .hasMessage("Slice 0 takes rows of 20 floats, vertices of graph cora have 1433 features.");
    assertThatThrownBy(() -> slices.requireOutput("cora", 40))
        .hasMessage(
            "Slice 1 gives rows of 7 floats, vertices of graph cora have 40 classes: publish no"
                + " predictions, or use slices of that many outputs.");
  }

  @Test
  void anArchiveThatIsNone() {
    assertThatThrownBy(() -> ImportedSlices.decode("no archive".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(InferenceError.SLICE_MISSING)).isTrue());
  }

  @Test
  void anArchiveThatIsDamaged() {
    byte[] archive = SliceArchive.encode(files());
    Arrays.fill(archive, 60, 120, (byte) 0xff);
    assertThatThrownBy(() -> ImportedSlices.decode(archive))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(InferenceError.SLICE_MALFORMED)).isTrue())
        .hasMessageStartingWith("The slices that a client sent are damaged: ");
  }

  @Test
  void anArchiveThatIsTooLarge() {
    assertThatThrownBy(() -> ImportedSlices.decode(new byte[66 << 20]))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(InferenceError.SLICE_TOO_LARGE)).isTrue())
        .hasMessage(
            "The slices that a client sent have 69206016 bytes, at most 68157440 are read.");
  }

  /** Whatever a client sends, the answer is slices or an error of ours. */
  @Property(tries = 300)
  void changedBytesAreReadOrRefused(
      @ForAll @IntRange(max = 1 << 20) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 3) int in) {
    SortedMap<String, byte[]> files = files();
    byte[] file = files.get(files.keySet().stream().toList().get(in));
    file[at % file.length] = value;
    byte[] archive = SliceArchive.encode(files);
    archive[at % archive.length] = in == 3 ? value : archive[at % archive.length];
    try {
      ImportedSlices.decode(archive);
    } catch (GraphemberException expected) {
      assertThat(expected.getMessage()).isNotBlank();
    }
  }
}
