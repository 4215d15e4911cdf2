// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.inference.exchange.SliceEntry.Aggregate;
import io.graphember.inference.onnx.SliceModels;
import io.graphember.inference.onnx.StageModel;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceShape.Self;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.inference.slice.StageSignature.Port;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes the slices of a model as files: {@code slice-K-transform.onnx}, {@code
 * slice-K-apply.onnx}, and the manifest that {@link ImportedSlices} reads, if the model only adds
 * up neighbours' rows.
 */
public final class ExportedSlices {
  private ExportedSlices() {}

  /**
   * The files of a model, by name.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   */
  public static SortedMap<String, byte[]> of(ModelSpec spec, float[] parameters) {
    SortedMap<String, byte[]> files = new TreeMap<>();
    StringBuilder manifest = new StringBuilder("slices:\n");
    boolean sums = true;
    for (Slice slice : Slice.of(spec)) {
      SliceWeights weights = new SliceWeights(slice, spec.layout(), parameters);
      Optional<StageModel> transform = SliceModels.transform(slice, weights);
      StageModel apply = SliceModels.apply(slice, weights);
      transform.ifPresent(
          model -> files.put("slice-%d-transform.onnx".formatted(slice.layer()), model.bytes()));
      files.put("slice-%d-apply.onnx".formatted(slice.layer()), apply.bytes());
      sums &= onlyAddsUp(slice, transform, apply);
      if (sums) {
        manifest.append(entry(slice, transform, apply));
      }
    }
    if (sums) {
      files.put(ImportedSlices.MANIFEST, manifest.toString().getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  private static Optional<Aggregate> aggregate(Slice slice) {
    if (slice.aggregations().size() != 1) {
      return Optional.empty();
    }
    Operator operator = slice.program().operation(slice.aggregations().get(0)).operator();
    return Arrays.stream(Aggregate.values())
        .filter(aggregate -> aggregate.operator() == operator)
        .findFirst();
  }

  /** Whether the manifest can say what the slice is given. */
  private static boolean onlyAddsUp(Slice slice, Optional<StageModel> transform, StageModel apply) {
    List<Port> inputs = apply.signature().inputs();
    List<Content> contents = inputs.stream().map(Port::content).toList();
    boolean gcn = contents.contains(Content.SELF_WEIGHTS);
    boolean plain =
        contents.stream().allMatch(c -> c == Content.ROWS || c == Content.SELF_WEIGHTS)
            && transform.stream().allMatch(model -> model.signature().inputs().size() == 1);
    return aggregate(slice).isPresent()
        && plain
        && slice.edgeRows().isEmpty()
        && slice.selfOperations().size() == 1
        && slice.shared().values().size() == 1
        && inputs.size() == (gcn ? 3 : 2);
  }

  /** Which row a vertex reads of itself. */
  private static Self self(Slice slice) {
    final int value = slice.selfValue(slice.selfOperations().iterator().next());
    if (slice.program().operation(value).operator() == Operator.INPUT) {
      return Self.INPUT;
    }
    return slice.shared().has(value) ? Self.SHARED : Self.OWN;
  }

  private static String entry(Slice slice, Optional<StageModel> transform, StageModel apply) {
    String aggregate = aggregate(slice).orElseThrow().name().toLowerCase(Locale.ROOT);
    StringBuilder entry =
        new StringBuilder()
            .append("  - aggregate: %s\n".formatted(aggregate))
            .append("    input: %d\n".formatted(slice.program().operation(0).columns()))
            .append("    output: %d\n".formatted(apply.signature().outputs().get(0).columns()));
    if (transform.isPresent()) {
      List<Port> outputs = transform.get().signature().outputs();
      entry
          .append("    transform: slice-%d-transform.onnx\n".formatted(slice.layer()))
          .append("    shared: %d\n".formatted(outputs.get(0).columns()));
      if (outputs.size() > 1) {
        entry.append("    own: %d\n".formatted(outputs.get(1).columns()));
      }
      entry.append("    self: %s\n".formatted(self(slice).name().toLowerCase(Locale.ROOT)));
    }
    return entry.append("    apply: slice-%d-apply.onnx\n".formatted(slice.layer())).toString();
  }
}
