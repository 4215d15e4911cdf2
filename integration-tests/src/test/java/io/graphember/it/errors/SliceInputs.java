// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.config.ConfigError;
import io.graphember.inference.InferenceError;
import io.graphember.inference.exchange.ExportedSlices;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.GraphSage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/** What may be wrong with slices that were made elsewhere. */
final class SliceInputs {
  private static final String JOB =
      """
      name: infer
      graph: {name: bad}
      job: infer
      inference: {slices: slices, engine: onnx}
      """;
  private static final String APPLY = "slice-0-apply.onnx";

  private SliceInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "a folder of slices that is not there",
              InferenceError.SLICE_MISSING,
              stage -> stage.infer(JOB)),
          new BadInput(
              "a folder of slices without one of its files",
              InferenceError.SLICE_MISSING,
              stage -> infer(stage, APPLY, null)),
          new BadInput(
              "slices whose widths do not meet",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  infer(
                      stage, ImportedSlices.MANIFEST, manifest("    output: 8", "    output: 9"))),
          new BadInput(
              "a slice that takes rows of another width",
              InferenceError.SLICE_UNFIT,
              stage ->
                  infer(stage, ImportedSlices.MANIFEST, manifest("    input: 4", "    input: 5"))),
          new BadInput(
              "a slice that is cut off",
              InferenceError.SLICE_MALFORMED,
              stage -> infer(stage, APPLY, Arrays.copyOf(files().get(APPLY), 100))),
          new BadInput(
              "a slice that is no ONNX model",
              InferenceError.SLICE_MALFORMED,
              stage -> infer(stage, APPLY, new byte[0])),
          new BadInput(
              "slices that are too large", InferenceError.SLICE_TOO_LARGE, SliceInputs::large));

  private static SortedMap<String, byte[]> files() {
    ModelSpec spec = new ModelSpec(new GraphSage(), 4, 8, 2, 2, 0, 0);
    return ExportedSlices.of(spec, new float[spec.layout().length()]);
  }

  private static byte[] manifest(String from, String to) {
    return new String(files().get(ImportedSlices.MANIFEST), StandardCharsets.UTF_8)
        .replaceFirst(from, to)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** With one file of the folder changed, or left out. */
  private static Refusal infer(Stage stage, String changed, byte[] content) throws IOException {
    Files.createDirectories(stage.folder().resolve("slices"));
    SortedMap<String, byte[]> files = files();
    files.put(changed, content);
    for (String name : files.keySet()) {
      if (files.get(name) != null) {
        stage.write("slices/" + name, files.get(name));
      }
    }
    return stage.infer(JOB);
  }

  private static Refusal large(Stage stage) throws IOException {
    Files.createDirectories(stage.folder().resolve("slices"));
    try (RandomAccessFile file =
        new RandomAccessFile(stage.folder().resolve("slices/large.onnx").toFile(), "rw")) {
      file.setLength(65L << 20);
    }
    return stage.infer(JOB);
  }
}
