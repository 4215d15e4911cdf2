// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.config.SettingsDocument;
import io.graphember.inference.InferenceError;
import io.graphember.inference.onnx.StageModel;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.StageSignature;
import io.graphember.spi.error.GraphemberException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * Slices of a folder, checked: files are there and models that are run, and take and give what the
 * manifest says. Inputs and outputs go by their order, whatever their names, see {@link
 * StageSignature}:
 *
 * <ol>
 *   <li>transform: the input row; gives the row that neighbours read and, if the manifest says
 *       {@code own}, another one for the vertex itself;
 *   <li>apply: the aggregated row; the vertex's own, by {@code self}; with {@code gcn} the weight
 *       of the vertex's own row in its sum, {@code [rows, 1]}. The last ones may be left out. Gives
 *       the output row.
 * </ol>
 *
 * <p>Immutable; any thread.
 */
public final class ImportedSlices {
  /** File that says what the others are. */
  public static final String MANIFEST = "slices.yaml";

  private final SortedMap<String, byte[]> files;
  private final List<SliceEntry> entries;
  private final List<Slice> slices;
  private final List<Optional<StageModel>> transforms = new ArrayList<>();
  private final List<StageModel> applies = new ArrayList<>();

  private ImportedSlices(String folder, SortedMap<String, byte[]> files) {
    this.files = files;
    String text = new String(file(folder, MANIFEST), StandardCharsets.UTF_8);
    entries = SettingsDocument.parse(MANIFEST, text).bind(SliceManifest.class).slices();
    slices =
        IntStream.range(0, entries.size())
            .mapToObj(k -> Slice.of(entries.get(k).shape(), k))
            .toList();
    for (Slice slice : slices) {
      SliceEntry entry = entries.get(slice.layer());
      transforms.add(
          entry.transform() == null
              ? Optional.empty()
              : Optional.of(
                  checked(folder, slice, entry.transform(), StageSignature.ofTransform(slice))));
      applies.add(checked(folder, slice, entry.apply(), StageSignature.ofApply(slice)));
    }
  }

  /**
   * Reads a folder.
   *
   * @throws GraphemberException with a code of {@link InferenceError}, or if the manifest is wrong
   */
  public static ImportedSlices read(Path folder) {
    return new ImportedSlices(folder.toString(), SliceArchive.read(folder));
  }

  /**
   * Reads what {@link #encode} gave, from whoever sent it.
   *
   * @throws GraphemberException as {@link #read}
   */
  public static ImportedSlices decode(byte[] archive) {
    return new ImportedSlices("sent by the client", SliceArchive.decode(archive));
  }

  /** The files in one piece: the same bytes for the same files. */
  public byte[] encode() {
    return SliceArchive.encode(files);
  }

  private StageModel checked(String folder, Slice slice, String name, StageSignature signature) {
    byte[] bytes = file(folder, name);
    return new StageModel(
        bytes,
        SliceCheck.named("Slice %d, %s".formatted(slice.layer(), name), name, bytes, signature));
  }

  private byte[] file(String folder, String name) {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new GraphemberException(
          InferenceError.SLICE_MISSING,
          "The folder of slices %s has no file %s.".formatted(folder, name));
    }
    return bytes;
  }

  /** The slices; their dense parts are the models. */
  public List<Slice> slices() {
    return slices;
  }

  /** The transform of a slice; empty for none. */
  public Optional<StageModel> transform(int layer) {
    return transforms.get(layer);
  }

  /** The apply of a slice. */
  public StageModel apply(int layer) {
    return applies.get(layer);
  }

  /** Floats of a row that leaves a slice. */
  public int output(int layer) {
    return entries.get(layer).output();
  }

  /**
   * Checks the first slice against the rows of a graph.
   *
   * @param graph its name, for the message
   * @param features floats of a row
   * @throws GraphemberException with code {@link InferenceError#SLICE_UNFIT}
   */
  public void requireInput(String graph, int features) {
    if (entries.get(0).input() != features) {
      throw new GraphemberException(
          InferenceError.SLICE_UNFIT,
          "Slice 0 takes rows of %d floats, vertices of graph %s have %d features."
              .formatted(entries.get(0).input(), graph, features));
    }
  }

  /**
   * Checks the last slice against the classes of a graph.
   *
   * @param graph its name, for the message
   * @throws GraphemberException with code {@link InferenceError#SLICE_UNFIT}
   */
  public void requireOutput(String graph, int classes) {
    final int last = entries.size() - 1;
    if (output(last) != classes) {
      throw new GraphemberException(
          InferenceError.SLICE_UNFIT,
          ("Slice %d gives rows of %d floats, vertices of graph %s have %d classes: publish no"
                  + " predictions, or use slices of that many outputs.")
              .formatted(last, output(last), graph, classes));
    }
  }
}
