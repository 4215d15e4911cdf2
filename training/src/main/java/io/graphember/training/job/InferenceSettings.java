// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.sampling.Fanouts;
import io.graphember.training.job.task.GraphShape;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Inference over the whole graph by a model that is trained already, layer by layer: section {@code
 * inference} of a job file.
 *
 * @param model job whose parameters are used; null for slices
 * @param slices folder of slices that were made elsewhere; null for none
 * @param engine what computes the dense parts of the layers
 * @param rows where rows are between layers
 * @param cacheMebibytes size of the dynamic cache of {@link Rows#FILES}
 * @param order of the rows of a partition in files
 * @param fanout most in-neighbours of a vertex in a layer, or {@code all}
 * @param edges edges whose scores or classes are published
 * @param edgeFile file of other pairs whose scores or classes are published; null for none
 * @param edgeType edge type by which pairs are scored, between the vertex types that it joins; null
 *     for none, within one vertex type
 * @param candidates best candidates of each vertex that are published, 0 for none
 * @param search how candidates are found
 * @param excludeNeighbors whether vertices that an edge leads to are no candidates
 */
public record InferenceSettings(
    @Setting(
            value =
                "Job that trained the model: its parameters are used. Section model says the same as"
                    + " that job's.",
            optional = true)
        @Pattern(
            regexp = GraphSettings.NAME_PATTERN,
            message = "1 to 64 letters, digits, '-' or '_', starting with a letter")
        @Nullable String model,
    @Setting(
            value =
                "Folder of slices that were made elsewhere, instead of model: ONNX files and"
                    + " slices.yaml, which says what they mean; seen from the job file. Section model"
                    + " is not looked at.",
            optional = true)
        @Nullable String slices,
    @Setting(
            value =
                "What computes the dense parts of layers: onnx, ONNX Runtime; kernel, the JVM's own"
                    + " kernels; auto, onnx where it is installed, else kernel.",
            byDefault = "auto")
        @NotNull
        Engine engine,
    @Setting(
            value =
                "Where rows are between layers: memory, or files in the work folder of the node that"
                    + " computes; a job that was ended early goes on from its files.",
            byDefault = "memory")
        @NotNull
        Rows rows,
    @Setting(value = "Of files: MiB of rows that are in memory.", byDefault = "256")
        @Min(1)
        @Max(1 << 20)
        int cacheMebibytes,
    @Setting(
            value =
                "Of files: order of rows, and in which a partition goes over its vertices: pds, by"
                    + " partition and degree; community, by communities that label propagation"
                    + " finds.",
            byDefault = "pds")
        @NotNull
        Order order,
    @Setting(
            value =
                "Most in-neighbours of a vertex that a layer looks at, drawn by vertex and layer from"
                    + " the job's seed.",
            byDefault = "all")
        @Pattern(regexp = Fanouts.PATTERN, message = Fanouts.RULE)
        String fanout,
    @Setting(
            value =
                "Edges that are scored by the model's task.decoder, or by the product of embeddings,"
                    + " or whose classes a model of edge classes predicts: none, or all.",
            byDefault = "none")
        @NotNull
        Edges edges,
    @Setting(
            value =
                "File of pairs that are looked at instead, CSV with the keys of source and destination in"
                    + " each line behind a header, at most 16 MiB; seen from the job file.",
            optional = true)
        @Nullable String edgeFile,
    @Setting(
            value =
                "Edge type by which edges, pairs and candidates are scored, between the vertex types"
                    + " that it joins; only edges of this type are scored, or are neighbours."
                    + " Without it pairs are those within one vertex type. task.decoder: distmult"
                    + " and complex need it where the graph has several.",
            optional = true)
        @Nullable String edgeType,
    @Setting(
            value =
                "Candidates of each vertex that are published: those of all vertices of the type"
                    + " that edgeType leads to, or of its own, whose pairs with it have the highest"
                    + " scores by the model's task.decoder, or by the product of embeddings; 0 for"
                    + " none.",
            byDefault = "0")
        @Min(0)
        @Max(1000)
        int candidates,
    @Setting(
            value =
                "How candidates are found: exact, by scoring every pair; index, by an approximate"
                    + " index of all vertices in the memory of each node, in much less time on large"
                    + " graphs, with task.decoder: dot, distmult or complex, or none.",
            byDefault = "exact")
        @NotNull
        Search search,
    @Setting(
            value =
                "Candidates leave out the neighbours of a vertex: those that an edge leads to from it,"
                    + " one that is held out too.",
            byDefault = "true")
        boolean excludeNeighbors)
    implements CrossChecked {

  /** What a job is told of that publishes what it has trained: all neighbours, rows in memory. */
  static InferenceSettings ofTrained(String job) {
    return new InferenceSettings(
        job,
        null,
        Engine.AUTO,
        Rows.MEMORY,
        1,
        Order.PDS,
        "all",
        Edges.NONE,
        null,
        null,
        0,
        Search.EXACT,
        false);
  }

  /** The fanout as algorithms know it; {@link UniformNeighbors#ALL} for all. */
  public int mostNeighbors() {
    return Fanouts.number(fanout);
  }

  @Override
  public void check(Complaints complaints) {
    if ((model == null) == (slices == null)) {
      complaints.add("model", "or inference.slices says what is run, one of them");
    }
    if (slices != null && engine != Engine.ONNX && engine != Engine.AUTO) {
      complaints.add("engine", "must be onnx or auto with inference.slices");
    }
    if (slices != null && scoresEdges()) {
      complaints.add("edges", "must be none with inference.slices, and edgeFile left out");
    }
    if (edgeFile != null && edges != Edges.NONE) {
      complaints.add("edgeFile", "must be left out where inference.edges is all");
    }
    if (edgeType != null && !scoresPairs()) {
      complaints.add("edgeType", "must be left out without edges, edgeFile and candidates");
    }
    if (search != Search.EXACT && candidates == 0) {
      complaints.add("search", "must be exact without inference.candidates");
    }
    if (slices != null && candidates > 0) {
      complaints.add("candidates", "must be 0 with inference.slices");
    }
  }

  /** True if scores of edges are published. */
  public boolean scoresEdges() {
    return edges != Edges.NONE || edgeFile != null;
  }

  /** True if pairs have scores: edges that are published, or candidates. */
  public boolean scoresPairs() {
    return scoresEdges() || candidates > 0;
  }

  /**
   * Number of the edge type by which pairs are scored; {@link EdgeRule#ANY_TYPE} for none.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public int scoredType(GraphShape graph) {
    return edgeType == null ? EdgeRule.ANY_TYPE : graph.edgeType("inference.edgeType", edgeType);
  }

  /**
   * Job whose parameters are used.
   *
   * @throws IllegalStateException if slices are run
   */
  public String trainedModel() {
    if (model == null) {
      throw new IllegalStateException("slices are run, not the model of a job");
    }
    return model;
  }

  /** What is run: a job or a folder. */
  public String origin() {
    return slices == null ? trainedModel() : slices;
  }

  /** Edges that are scored. */
  public enum Edges {
    /** None. */
    NONE,
    /** All edges of the graph between vertices that have embeddings. */
    ALL
  }

  /** How candidates are found. */
  public enum Search {
    /** Every pair is scored. */
    EXACT,
    /** By an approximate index of all vertices. */
    INDEX
  }

  /** Order of the rows of a partition. */
  public enum Order {
    /** By partition, then by degree. */
    PDS,
    /** By community, then by degree. */
    COMMUNITY
  }

  /** What computes the dense parts of layers. */
  public enum Engine {
    /** ONNX Runtime where the node that coordinates the job has it, else the kernels. */
    AUTO,
    /** The kernels of the JVM. */
    KERNEL,
    /** ONNX Runtime, found as a provider of this name. */
    ONNX
  }

  /** Where rows are between layers. */
  public enum Rows {
    /** In slabs. */
    MEMORY,
    /** In files. */
    FILES
  }
}
