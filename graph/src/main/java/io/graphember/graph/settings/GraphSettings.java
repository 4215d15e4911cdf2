// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.settings;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.StoreLayout;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a graph is placed: section {@code graph} of a job file.
 *
 * @param name name of the graph in the cluster
 * @param partitions number of partitions P
 * @param partitioner name of the partitioner
 * @param partitionerOptions options of the partitioner by name
 * @param balanceSplits deals masters so that every partition has about as many vertices to train
 *     on, to validate with and to test with, by the split that comes with the graph
 * @param seed key of the partitioner's random streams
 * @param symmetrize adds the reverse of every edge
 * @param dropSelfLoops leaves out edges from a vertex to itself
 * @param dropDuplicates keeps one of several edges of one type between the same vertices: the
 *     latest, of these the heaviest
 * @param store how neighbour lists are stored
 * @param featurePrecision how dense features of vertices are stored; additions keep that of the
 *     graph
 * @param unknownVertices what happens to an edge that names a key which no vertex has
 * @param add adds what is loaded to the current version
 * @param resumable keeps what a client sends in the cluster until the graph is there
 * @param following whether the graph follows its tables
 * @param version version that a job works on; null for the current one
 * @param retention which results of its jobs stay; empty to leave that as it is, which is all at
 *     first
 */
public record GraphSettings(
    @Setting("Name of the graph in the cluster: letters, digits, '-' and '_'.")
        @Pattern(
            regexp = GraphSettings.NAME_PATTERN,
            message = "1 to 64 letters, digits, '-' or '_', starting with a letter")
        String name,
    @Setting(
            value = "Number of partitions of the edges, fixed while the graph lives.",
            byDefault = "8")
        @Min(1)
        @Max(Vid.MAX_PARTITIONS - 1)
        int partitions,
    @Setting(
            value =
                "How edges are dealt to partitions: adadne, dne, multilevel, louvain, blocks, hdrf, 2ps, fennel,"
                    + " hash-1d, hash-2d, file, or auto: one that fits the graph and the job.",
            byDefault = "adadne")
        @NotNull
        String partitioner,
    @Setting(value = "Options of the partitioner, by name.", byDefault = "{}") @NotNull
        Map<String, String> partitionerOptions,
    @Setting(
            value =
                "Give every partition about as many training, validation and test vertices, by the"
                    + " split that comes with the graph.",
            byDefault = "false")
        boolean balanceSplits,
    @Setting(value = "Seed of the partitioner's random numbers.", byDefault = "0") long seed,
    @Setting(value = "Add the reverse of every edge.", byDefault = "false") boolean symmetrize,
    @Setting(value = "Leave out edges from a vertex to itself.", byDefault = "false")
        boolean dropSelfLoops,
    @Setting(
            value =
                "Keep one of several edges of one type between the same vertices: the latest, of"
                    + " these the heaviest.",
            byDefault = "false")
        boolean dropDuplicates,
    @Setting(
            value = "How neighbour lists are kept: compact is faster, compressed smaller.",
            byDefault = "compact")
        @NotNull
        StoreLayout store,
    @Setting(
            value =
                "How dense features of vertices are stored: float32; float16, half the memory, up to"
                    + " 65504; bfloat16, half the memory, any size, fewer digits. Additions keep"
                    + " that of the graph.",
            byDefault = "float32")
        @NotNull
        FeaturePrecision featurePrecision,
    @Setting(
            value =
                "An edge or split names a key that no vertex has: error, skip it, or create it.",
            byDefault = "error")
        @NotNull
        UnknownVertices unknownVertices,
    @Setting(
            value =
                "Add the vertices and edges of the source to the graph's current version, which"
                    + " gives a new one; without it they replace the graph.",
            byDefault = "false")
        boolean add,
    @Setting(
            value =
                "Keep what is sent until the graph is loaded: the load goes on when a node or its"
                    + " client is lost.",
            byDefault = "false")
        boolean resumable,
    @Inlined FollowSettings following,
    @Setting(
            value = "Version of the graph that the job works on; without it the current one.",
            optional = true)
        @Min(1)
        @Nullable Long version,
    @Setting(
            value =
                "Which results of the graph's jobs stay. Set when the graph is loaded; without it that"
                    + " stays as it is, and everything is kept at first.",
            optional = true)
        Optional<RetentionSettings> retention) {

  /** What a graph's name looks like; cache names and paths are made of it. */
  public static final String NAME_PATTERN = "[A-Za-z][A-Za-z0-9_-]{0,63}";

  /** The partitioner that chooses another one. */
  public static final String AUTO = "auto";

  /**
   * Settings that store float32, balance masters alone and leave the graph's retention as it is.
   */
  public GraphSettings(
      String name,
      int partitions,
      String partitioner,
      Map<String, String> partitionerOptions,
      long seed,
      boolean symmetrize,
      boolean dropSelfLoops,
      boolean dropDuplicates,
      StoreLayout store,
      UnknownVertices unknownVertices,
      boolean add,
      @Nullable Long version) {
    this(
        name,
        partitions,
        partitioner,
        partitionerOptions,
        false,
        seed,
        symmetrize,
        dropSelfLoops,
        dropDuplicates,
        store,
        FeaturePrecision.FLOAT32,
        unknownVertices,
        add,
        false,
        FollowSettings.NOT,
        version,
        Optional.empty());
  }

  /** The same settings with another precision of features. */
  public GraphSettings with(FeaturePrecision precision) {
    return new GraphSettings(
        name,
        partitions,
        partitioner,
        partitionerOptions,
        balanceSplits,
        seed,
        symmetrize,
        dropSelfLoops,
        dropDuplicates,
        store,
        precision,
        unknownVertices,
        add,
        resumable,
        following,
        version,
        retention);
  }

  /** The same settings with another partitioner, which has no options. */
  public GraphSettings withPartitioner(String other) {
    return new GraphSettings(
        name,
        partitions,
        other,
        Map.of(),
        balanceSplits,
        seed,
        symmetrize,
        dropSelfLoops,
        dropDuplicates,
        store,
        featurePrecision,
        unknownVertices,
        add,
        resumable,
        following,
        version,
        retention);
  }

  /** Policy for a key that no vertex has. */
  public enum UnknownVertices {
    /** The load is refused. */
    ERROR,
    /** The edge is left out and counted. */
    SKIP,
    /** A vertex is made, without label, with a feature row of zeros. */
    CREATE
  }
}
