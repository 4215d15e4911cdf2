// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.config.ConfigError;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.Program;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a job left: the value of the models cache. Immutable.
 *
 * <p>Format version 1: Ignite keeps its fields by their names, see below. Those that are not there
 * are 0 or null.
 *
 * <p>Parameters lie in the canonical layout of their spec, so they move between backends.
 */
public final class StoredModel {
  /** Rises when an older node would read a model wrongly; fields that are added have defaults. */
  private static final int FORMAT = 1;

  private final int format; // 0 in a model of before it was there
  private final String architecture; // tag
  private final String settings; // of the architecture: its record as JSON, with the tag
  private final int inputDim;
  private final int hiddenDim;
  private final int outputDim;
  private final int layers;
  private final int[] layerNumbers; // features of edges, types of edges, of vertices
  private final boolean residual;
  private final @Nullable String normalization; // null in a model of before there were several
  private final @Nullable String jumpingKnowledge; // null in a model of before it was there
  private final int @Nullable [] denseLayers; // between, after; null in a model of before
  private final boolean layerNorm; // read where there is no normalization
  private final String decoder;
  private final int[] decoderNumbers; // hidden width, outputs, relations
  private final long graphVersion;
  private final float[] parameters;
  private final @Nullable String learnableEmbeddings;
  private final String[] edgeTypes;
  private final @Nullable String job; // its settings; null in a model of before they were kept
  private final @Nullable String optimizer; // null where its memory is not kept
  private final float @Nullable [] slots; // what it remembers
  private final long updates; // that it has made
  private final @Nullable String profile; // of what it was trained on, as JSON; as the optimizer

  /** A model whose vertices all have features. */
  public StoredModel(ModelSpec spec, long graphVersion, float[] parameters) {
    this(
        spec,
        graphVersion,
        parameters,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * A model.
   *
   * @param graphVersion version of the graph it was trained on
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param learnableEmbeddings cache of the rows that were learned with it; empty if it learned
   *     none
   * @param edgeTypes names of the edge types whose edges it has learned to predict; empty for all
   * @param job settings of the job that has trained it, as JSON, without its source; empty if
   *     nobody is to predict with it
   * @param memory what is kept of its training; empty if nobody is to train it on
   */
  public StoredModel(
      ModelSpec spec,
      long graphVersion,
      float[] parameters,
      Optional<String> learnableEmbeddings,
      List<String> edgeTypes,
      Optional<String> job,
      Optional<TrainingMemory> memory) {
    this.format = FORMAT;
    this.architecture = spec.kind().name();
    this.settings = SettingsDocument.toJson((Record) spec.kind());
    this.inputDim = spec.inputDim();
    this.hiddenDim = spec.hiddenDim();
    this.outputDim = spec.outputDim();
    this.layers = spec.layers();
    LayerOptions of = spec.options();
    this.layerNumbers = new int[] {of.edgeDim(), of.edgeTypes(), of.vertexTypes()};
    this.residual = of.residual();
    this.normalization = of.normalization().name();
    this.jumpingKnowledge = of.jumpingKnowledge().name();
    this.denseLayers = new int[] {of.dense().between(), of.dense().after()};
    this.layerNorm = of.normalization() == Normalization.LAYER;
    this.decoder = spec.decoder().kind().name();
    this.decoderNumbers =
        new int[] {spec.decoder().hidden(), spec.decoder().outputs(), spec.decoder().relations()};
    this.graphVersion = graphVersion;
    this.parameters = parameters;
    this.learnableEmbeddings = learnableEmbeddings.orElse(null);
    this.edgeTypes = edgeTypes.toArray(String[]::new);
    this.job = job.orElse(null);
    this.optimizer = memory.map(TrainingMemory::optimizer).orElse(null);
    this.slots = memory.map(TrainingMemory::slots).orElse(null);
    this.updates = memory.map(TrainingMemory::updates).orElse(0L);
    this.profile = memory.map(TrainingMemory::profile).orElse(null);
  }

  /** What is kept of its training; empty if nothing is. */
  public Optional<TrainingMemory> memory() {
    requireKnown();
    return optimizer == null || slots == null || profile == null
        ? Optional.empty()
        : Optional.of(new TrainingMemory(optimizer, slots.clone(), updates, profile));
  }

  /** Version of the graph it was trained on. */
  public long graphVersion() {
    return graphVersion;
  }

  /**
   * The parameters.
   *
   * @throws GraphemberException with code {@link NodeError#FORMAT_UNKNOWN}
   */
  public float[] parameters() {
    requireKnown();
    return parameters.clone();
  }

  /** Bytes of the parameters. */
  public long bytes() {
    return (long) Float.BYTES * parameters.length;
  }

  /** Cache of the rows that were learned with them, by the blocks of a table. */
  public Optional<String> learnableEmbeddings() {
    return Optional.ofNullable(learnableEmbeddings);
  }

  /** Names of the edge types whose edges it has learned to predict; empty for all. */
  public List<String> edgeTypes() {
    return List.of(edgeTypes);
  }

  /**
   * Settings of the job that has trained it, as JSON; empty of a model of before they were kept.
   */
  public Optional<String> job() {
    return Optional.ofNullable(job);
  }

  /**
   * Its layers and its decoder, without dropout of rows; that of attention does nothing in
   * evaluation.
   *
   * @throws GraphemberException with code {@link NodeError#ARCHITECTURE_MISSING} if no jar of this
   *     node has its architecture, or has it with other settings, {@link NodeError#FORMAT_UNKNOWN}
   *     if a later version of Graphember has written it
   */
  public ModelSpec spec() {
    requireKnown();
    return new ModelSpec(readArchitecture(), inputDim, hiddenDim, outputDim, layers, 0, 0)
        .with(
            LayerOptions.DEFAULT
                .withEdgeDim(layerNumbers[0])
                .withTypes(layerNumbers[1], layerNumbers[2])
                .with(residual, normalization())
                .with(jumpingKnowledge(), denseLayers()))
        .with(
            new DecoderSpec(
                DecoderSpec.Kind.valueOf(decoder),
                decoderNumbers[0],
                decoderNumbers[1],
                decoderNumbers[2]));
  }

  private void requireKnown() {
    if (format > FORMAT) {
      throw new GraphemberException(
          NodeError.FORMAT_UNKNOWN,
          "The model %s cannot be read: %s."
              .formatted(architecture, FormatVersion.unknown(format, FORMAT)));
    }
  }

  private Normalization normalization() {
    if (normalization == null) {
      return layerNorm ? Normalization.LAYER : Normalization.NONE;
    }
    return Normalization.valueOf(normalization);
  }

  private JumpingKnowledge jumpingKnowledge() {
    return jumpingKnowledge == null
        ? JumpingKnowledge.NONE
        : JumpingKnowledge.valueOf(jumpingKnowledge);
  }

  private DenseLayers denseLayers() {
    return denseLayers == null ? DenseLayers.NONE : new DenseLayers(denseLayers[0], denseLayers[1]);
  }

  private Architecture readArchitecture() {
    try {
      return SettingsDocument.parse("the stored model", settings).bind(Architecture.class);
    } catch (GraphemberException e) {
      if (!e.is(ConfigError.SETTINGS_INVALID)) {
        throw e;
      }
      throw new GraphemberException(
          NodeError.ARCHITECTURE_MISSING,
          "The model was trained with %s, which this node does not have so: put the jar that it was trained with into libs of every node and of the client, and start them again."
              .formatted(settings),
          e);
    }
  }

  /** True if a model of that spec computes the same of the same parameters, but for dropout. */
  public boolean fits(ModelSpec spec) {
    if (!architecture.equals(spec.kind().name())) {
      return false;
    }
    ModelSpec own = spec();
    return inputDim == spec.inputDim()
        && hiddenDim == spec.hiddenDim()
        && outputDim == spec.outputDim()
        && layers == spec.layers()
        && own.options().equals(spec.options())
        && own.decoder().equals(spec.decoder())
        && evaluated(own).equals(evaluated(spec));
  }

  private static List<Program> evaluated(ModelSpec spec) {
    return spec.programs().stream().map(Program::inEvaluation).toList();
  }

  @Override
  public String toString() {
    return "%s with %d %s of %d-%d-%d%s%s%s%s%s"
        .formatted(
            settings.contains(",") ? settings : architecture, // with settings of its own
            layers,
            layers == 1 ? "layer" : "layers",
            inputDim,
            hiddenDim,
            outputDim,
            normalization() == Normalization.NONE
                ? ""
                : ", normalization " + normalization().name().toLowerCase(Locale.ROOT),
            residual ? ", residual" : "",
            jumpingKnowledge() == JumpingKnowledge.NONE
                ? ""
                : ", jumping knowledge " + jumpingKnowledge().name().toLowerCase(Locale.ROOT),
            denseLayers().equals(DenseLayers.NONE)
                ? ""
                : ", %d dense between and %d after"
                    .formatted(denseLayers().between(), denseLayers().after()),
            decoder.equals(DecoderSpec.Kind.NONE.name())
                ? ""
                : ", decoder " + decoder.toLowerCase(Locale.ROOT));
  }
}
