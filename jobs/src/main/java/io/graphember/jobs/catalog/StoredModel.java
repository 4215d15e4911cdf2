// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.spi.backend.Architectures;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.LayerOptions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The parameters that a job left: the value of the models cache. Immutable.
 *
 * <p>Parameters lie in the canonical layout of their spec, so they move between backends.
 */
public final class StoredModel {
  private final String kind;
  private final int inputDim;
  private final int hiddenDim;
  private final int outputDim;
  private final int layers;
  private final String options;
  private final int[] layerNumbers; // what the layers have beside their widths, see spec()
  private final float attentionSlope;
  private final boolean residual;
  private final boolean layerNorm;
  private final String decoder;
  private final int[] decoderNumbers; // hidden width, outputs, relations
  private final long graphVersion;
  private final float[] parameters;
  private final String learnedRows;
  private final String[] edgeTypes;

  /** A model whose vertices all have features. */
  public StoredModel(ModelSpec spec, long graphVersion, float[] parameters) {
    this(spec, graphVersion, parameters, null, List.of());
  }

  /**
   * A model.
   *
   * @param graphVersion version of the graph it was trained on
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param learnedRows cache of the rows that were learned with it, or null
   * @param edgeTypes names of the edge types whose edges it has learned to predict; empty for all
   */
  public StoredModel(
      ModelSpec spec,
      long graphVersion,
      float[] parameters,
      String learnedRows,
      List<String> edgeTypes) {
    this.kind = spec.kind().name();
    this.inputDim = spec.inputDim();
    this.hiddenDim = spec.hiddenDim();
    this.outputDim = spec.outputDim();
    this.layers = spec.layers();
    this.options = optionsOf(spec);
    LayerOptions of = spec.options();
    this.layerNumbers =
        new int[] {
          of.heads(), of.outputHeads(), of.edgeDim(), of.edgeTypes(), of.vertexTypes(), of.bases()
        };
    this.attentionSlope = of.attentionSlope();
    this.residual = of.residual();
    this.layerNorm = of.layerNorm();
    this.decoder = spec.decoder().kind().name();
    this.decoderNumbers =
        new int[] {spec.decoder().hidden(), spec.decoder().outputs(), spec.decoder().relations()};
    this.graphVersion = graphVersion;
    this.parameters = parameters;
    this.learnedRows = learnedRows;
    this.edgeTypes = edgeTypes.toArray(String[]::new);
  }

  /** Version of the graph it was trained on. */
  public long graphVersion() {
    return graphVersion;
  }

  /** The parameters. */
  public float[] parameters() {
    return parameters.clone();
  }

  /** Bytes of the parameters. */
  public long bytes() {
    return (long) Float.BYTES * parameters.length;
  }

  /** Cache of the rows that were learned with them, by the blocks of a table. */
  public Optional<String> learnedRows() {
    return Optional.ofNullable(learnedRows);
  }

  /** Names of the edge types whose edges it has learned to predict; empty for all. */
  public List<String> edgeTypes() {
    return List.of(edgeTypes);
  }

  /**
   * Its layers and its decoder, without dropout.
   *
   * @throws io.graphember.spi.error.GraphemberException if its family is not on the class path
   */
  public ModelSpec spec() {
    return new ModelSpec(Architectures.get(kind), inputDim, hiddenDim, outputDim, layers, 0, 0)
        .with(
            new LayerOptions(
                layerNumbers[0],
                layerNumbers[1],
                attentionSlope,
                0,
                layerNumbers[2],
                layerNumbers[3],
                layerNumbers[4],
                layerNumbers[5],
                residual,
                layerNorm))
        .with(
            new DecoderSpec(
                DecoderSpec.Kind.valueOf(decoder),
                decoderNumbers[0],
                decoderNumbers[1],
                decoderNumbers[2]));
  }

  /** True if a model of that spec has the same parameters; dropout does not matter. */
  public boolean fits(ModelSpec spec) {
    return kind.equals(spec.kind().name())
        && inputDim == spec.inputDim()
        && hiddenDim == spec.hiddenDim()
        && outputDim == spec.outputDim()
        && layers == spec.layers()
        && options.equals(optionsOf(spec));
  }

  /** All that the layers and the decoder have beside their widths, but for dropout. */
  private static String optionsOf(ModelSpec spec) {
    LayerOptions layers = spec.options();
    return layers.withAttention(layers.attentionSlope(), 0) + " " + spec.decoder();
  }

  @Override
  public String toString() {
    return "%s with %d %s of %d-%d-%d"
        .formatted(
            kind.toLowerCase(Locale.ROOT),
            layers,
            layers == 1 ? "layer" : "layers",
            inputDim,
            hiddenDim,
            outputDim);
  }
}
