// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.CrossChecked;
import io.graphember.config.Setting;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ingest.SourceSettings;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DecoderSpec;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A whole job file.
 *
 * @param name name of the job; published results carry it
 * @param seed the one seed of every random stream
 * @param backend name of the engine's backend, null for the node's default
 * @param source what the client reads; null if the graph is already in the cluster
 * @param graph how the graph is placed
 * @param model the model
 * @param sampling which neighbours its batches take
 * @param training how it is trained
 * @param publish what is published
 * @param links prediction of edges, instead of the classes of vertices; null for none
 * @param edgeClasses classification of edges, instead of vertices; null for none
 * @param unsupervised embeddings by the model, without labels; null for none
 * @param embedding embeddings without a model, instead of the model; null for none
 * @param inference results of a model that is trained already, instead of training; null for none
 */
public record JobSettings(
    @Setting("Name of the job: letters, digits, '-' and '_'.")
        @Pattern(
            regexp = GraphSettings.NAME_PATTERN,
            message = "1 to 64 letters, digits, '-' or '_', starting with a letter")
        String name,
    @Setting(value = "Seed of every random number of the job.", byDefault = "0") long seed,
    @Setting(value = "Backend; without it the node's default.", optional = true) String backend,
    @Setting(value = "What to read; without it the graph must be in the cluster.", optional = true)
        SourceSettings source,
    @Setting("How the graph is placed.") @NotNull GraphSettings graph,
    @Setting("The model.") @NotNull ModelSettings model,
    @Setting("Which neighbours its batches take.") @NotNull SamplingSettings sampling,
    @Setting("How it is trained.") @NotNull TrainingSettings training,
    @Setting("What is published.") @NotNull PublishSettings publish,
    @Setting(value = "Edges are predicted, instead of the classes of vertices.", optional = true)
        LinkSettings links,
    @Setting(value = "Edges are classified, instead of vertices.", optional = true)
        EdgeClassSettings edgeClasses,
    @Setting(value = "Embeddings by the model, without labels or classes.", optional = true)
        UnsupervisedSettings unsupervised,
    @Setting(
            value = "Embeddings of the vertices, trained without model; command embed.",
            optional = true)
        EmbeddingSettings embedding,
    @Setting(
            value =
                "Results of all vertices by a model that is trained already, layer by layer; command"
                    + " infer.",
            optional = true)
        InferenceSettings inference)
    implements CrossChecked {

  @Override
  public void check(Complaints complaints) {
    if (embedding != null) {
      embedding.check(complaints);
    }
    model.check(complaints);
    int layers = model.layers();
    if (!Fanouts.fit(training.fanouts(), layers)) {
      complaints.add("training.fanouts", Fanouts.rule(layers));
    }
    if (!Fanouts.fit(training.evaluationFanouts(), layers)) {
      complaints.add("training.evaluationFanouts", Fanouts.rule(layers));
    }
    sampling.check(layers, complaints);
    if (!sampling.edgeTypes().isEmpty() && !training.fanouts().equals(List.of("all"))) {
      complaints.add("training.fanouts", "must be left out where sampling.edgeTypes has fanouts");
    }
    if (model.type() == ModelKind.GCN && !sampling.plain()) {
      complaints.add(
          "model.type",
          "must be graphsage with sampling.order, edgeTypes or before: gcn divides by the degrees of the whole graph");
    }
    if (links != null) {
      links.check(complaints);
      checkEdges("links", complaints);
    }
    if (edgeClasses != null) {
      edgeClasses.check(complaints);
      checkEdges("edgeClasses", complaints);
    }
    if (unsupervised != null) {
      checkEdges("unsupervised", complaints);
    }
    if (links != null && edgeClasses != null) {
      complaints.add("edgeClasses", "and links both say what is learned of edges; leave one out");
    }
    if (unsupervised != null && (links != null || edgeClasses != null)) {
      complaints.add(
          "unsupervised", "and links or edgeClasses both say what is learned; leave one out");
    }
    if (training.balanceClasses() && training.task().targets()) {
      complaints.add("training.balanceClasses", "must be false but for classification");
    }
    if (inference != null) {
      checkInference(complaints);
    } else if (training.epochs() == 0 && model.from() == null) {
      complaints.add("training.epochs", "must be 1 or more, or model.from names a trained job");
    }
    if (source != null && graph.version() != null) {
      complaints.add(
          "graph.version", "names a version in the cluster; leave it out, or leave out source");
    }
    if (training.split() != null && training.split().excessive()) {
      complaints.add("training.split", "train, valid and test must not be more than 1 together");
    }
  }

  private void checkInference(Complaints complaints) {
    inference.check(complaints);
    if (inference.slices() != null && ofEdges()) {
      complaints.add(
          "inference.slices", "must be left out with links, edgeClasses or unsupervised");
    }
    if (embedding != null) {
      complaints.add("inference", "must be left out with embedding: a job does one of the two");
    }
    if (model.from() != null) {
      complaints.add(
          "model.from", "must be left out with inference: inference.model names the job");
    }
    if (!sampling.ofAllInEdges()) {
      complaints.add(
          "sampling", "must be left out with inference: it looks at all in-edges of a vertex");
    }
    if (inference.scoresEdges() && !publish.embeddings()) {
      complaints.add(
          "inference.edges", "must be none without publish.embeddings, by which they are scored");
    }
    if (inference.edgeType() != null && edgeClasses != null) {
      complaints.add(
          "inference.edgeType", "must be left out with edgeClasses, whose edgeType says it");
    }
    if (inference.candidates() > 0 && !publish.embeddings()) {
      complaints.add(
          "inference.candidates", "must be 0 without publish.embeddings, by which they are found");
    }
    if (inference.candidates() > 0 && edgeClasses != null) {
      complaints.add(
          "inference.candidates", "must be 0 with edgeClasses: a pair has no score, but classes");
    }
  }

  /** True if the job trains a model. */
  public boolean trainsModel() {
    return embedding == null && inference == null;
  }

  /** True if the job trains on the vertices of a split that came with the graph. */
  public boolean needsTrainSplit() {
    return trainsModel() && !ofEdges() && training.split() == null;
  }

  /** True if evaluation looks at all in-edges of every vertex, as a layer-wise pass does. */
  public boolean evaluatesAllInEdges() {
    return sampling.ofAllInEdges() && training.evaluationFanouts().stream().allMatch("all"::equals);
  }

  /** How a model runs over the whole graph, layer by layer: of a job that trains it, in memory. */
  public InferenceSettings layerwise() {
    return inference == null ? InferenceSettings.ofTrained(name) : inference;
  }

  /** What does not go with a task on edges. */
  private void checkEdges(String section, Complaints complaints) {
    if (sampling.replace()) {
      complaints.add(
          "sampling.replace",
          "must be false with " + section + ": edges that are to be predicted are passed over");
    }
    if (training.balanceClasses()) {
      complaints.add("training.balanceClasses", "must be false with " + section);
    }
    if (training.task().targets()) {
      complaints.add("training.task", "must be left out with " + section);
    }
  }

  /** True if it is edges or other pairs that something is learned of. */
  public boolean ofEdges() {
    return links != null || edgeClasses != null || unsupervised != null;
  }

  /** Logical trainers. */
  public int trainers() {
    return embedding == null ? training.trainers() : embedding.trainers();
  }

  /** The model for a graph. */
  public ModelSpec spec(GraphShape graph) {
    ModelSpec spec = model.spec(graph);
    if (edgeClasses != null) {
      return spec.with(
          DecoderSpec.mlp(model.hidden(), graph.edgeClasses().get(edgeClasses.type(graph))));
    }
    if (unsupervised != null) {
      return spec.with(DecoderSpec.DOT);
    }
    return links == null
        ? spec
        : spec.with(links.decoder().spec(model.hidden(), graph.edgeTypes().size()));
  }

  /**
   * Numbers of the edge types that a job on edges learns of, ascending; empty for all.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public List<Integer> edgeTypes(GraphShape graph) {
    if (edgeClasses != null) {
      return List.of(edgeClasses.type(graph));
    }
    return links == null ? List.of() : links.types(graph);
  }

  /** Share of the edges that are left out when the graph is read. */
  public double heldOut() {
    if (links != null) {
      return links.heldOut();
    }
    return evaluation() == null ? 0 : evaluation().heldOut();
  }

  /** Names of the edge types of which some are left out; empty for all. */
  public List<String> heldOutTypes() {
    return links == null ? List.of() : links.edgeTypes();
  }

  /** How the client judges embeddings; null for not at all. */
  public EvaluationSettings evaluation() {
    if (unsupervised != null) {
      return unsupervised.evaluation();
    }
    return embedding == null ? null : embedding.evaluation();
  }

  /** Most epochs. */
  public int epochs() {
    if (inference != null) {
      return 0;
    }
    return embedding == null ? training.epochs() : embedding.epochs();
  }

  /** Names of the jobs whose models or embeddings this one starts from or runs. */
  public List<String> startsFrom() {
    return Stream.of(
            model.from(),
            inference == null ? null : inference.model(),
            embedding == null ? null : embedding.from())
        .filter(Objects::nonNull)
        .toList();
  }

  /** The same job without its source: what a server is told. */
  public JobSettings withoutSource() {
    return with(null, seed);
  }

  /** The same job with another seed. */
  public JobSettings withSeed(long otherSeed) {
    return with(source, otherSeed);
  }

  private JobSettings with(SourceSettings otherSource, long otherSeed) {
    return new JobSettings(
        name,
        otherSeed,
        backend,
        otherSource,
        graph,
        model,
        sampling,
        training,
        publish,
        links,
        edgeClasses,
        unsupervised,
        embedding,
        inference);
  }
}
