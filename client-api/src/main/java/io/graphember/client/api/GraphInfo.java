// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A version of a graph in the cluster.
 *
 * @param name its name
 * @param version its version
 * @param cache durable cache that holds its blocks
 * @param vertices number of vertices
 * @param edges number of edges
 * @param partitions number of partitions
 * @param partitioner name of the partitioner
 * @param symmetrized true if the reverse of every edge was added
 * @param replicationFactor {@code sum V_p / V}
 * @param vertexBalance {@code max V_p / min V_p}
 * @param edgeBalance {@code max E_p / min E_p}
 * @param featureDim floats of a feature row, of a graph with one vertex type
 * @param stringKeys true if all keys are strings
 * @param classNames name of each class, of a graph with one vertex type
 * @param slabBytes bytes in the live tier of each partition
 * @param skippedEdges edges left out because an end was unknown
 * @param vertexTypes the vertex types
 * @param edgeTypes the edge types, those that symmetrising has made last
 * @param inDegrees number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on
 * @param exchangedBytes bytes that nodes have sent one another while its edges were staged, cut and
 *     placed, those of blocks not among them; 0 if one node has cut it
 * @param heldOutEdges edges that were held out when they were read, to be predicted; not among the
 *     edges
 * @param owner user who has loaded it; null where the cluster knows no users
 * @param partitionSizes what each partition has
 * @param featurePrecision how dense features of vertices are stored
 * @param partitionerReason why the partitioner was chosen; null if the user has named it
 * @param sealed version whose partitions this one has taken over as they are, all but its last,
 *     which holds what was added since; null if all are its own. That version has none itself, and
 *     need not be in the cluster any more
 * @param edgeRules what its edges are known to obey
 * @param changedRows changes of rows of its tables that were seen since it follows them; 0 if it
 *     follows none
 */
public record GraphInfo(
    String name,
    long version,
    String cache,
    long vertices,
    long edges,
    int partitions,
    String partitioner,
    boolean symmetrized,
    double replicationFactor,
    double vertexBalance,
    double edgeBalance,
    int featureDim,
    boolean stringKeys,
    List<String> classNames,
    List<Long> slabBytes,
    long skippedEdges,
    List<Vertices> vertexTypes,
    List<Edges> edgeTypes,
    List<Long> inDegrees,
    long exchangedBytes,
    long heldOutEdges,
    @Nullable String owner,
    PartitionSizes partitionSizes,
    FeaturePrecision featurePrecision,
    @Nullable String partitionerReason,
    @Nullable GraphInfo sealed,
    EdgeRules edgeRules,
    long changedRows) {
  /**
   * Graphs that were stored before partitions were described do not say; those from before there
   * was a choice have features of 32 bits.
   */
  public GraphInfo {
    featurePrecision = featurePrecision == null ? FeaturePrecision.FLOAT32 : featurePrecision;
    edgeRules = edgeRules == null ? EdgeRules.NONE : edgeRules;
    partitionSizes = partitionSizes == null ? PartitionSizes.UNKNOWN : partitionSizes;
  }

  /** A graph of nobody in particular with features of 32 bits, no edge of which is held out. */
  public GraphInfo(
      String name,
      long version,
      String cache,
      long vertices,
      long edges,
      int partitions,
      String partitioner,
      boolean symmetrized,
      double replicationFactor,
      double vertexBalance,
      double edgeBalance,
      int featureDim,
      boolean stringKeys,
      List<String> classNames,
      List<Long> slabBytes,
      long skippedEdges,
      List<Vertices> vertexTypes,
      List<Edges> edgeTypes,
      List<Long> inDegrees,
      long exchangedBytes) {
    this(
        name,
        version,
        cache,
        vertices,
        edges,
        partitions,
        partitioner,
        symmetrized,
        replicationFactor,
        vertexBalance,
        edgeBalance,
        featureDim,
        stringKeys,
        classNames,
        slabBytes,
        skippedEdges,
        vertexTypes,
        edgeTypes,
        inDegrees,
        exchangedBytes,
        0,
        null,
        PartitionSizes.UNKNOWN,
        FeaturePrecision.FLOAT32,
        null,
        null,
        EdgeRules.NONE,
        0);
  }

  /** The version whose partitions this one has taken over as they are; empty if all are its own. */
  public Optional<GraphInfo> sealedVersion() {
    return Optional.ofNullable(sealed);
  }

  /** Partitions that additions keep: all but that of what was added. */
  public int keptPartitions() {
    return sealedVersion().map(GraphInfo::partitions).orElse(partitions);
  }

  /** The caches that its blocks are in. */
  public List<String> caches() {
    return sealedVersion().map(base -> List.of(cache, base.cache)).orElse(List.of(cache));
  }

  /** Whole numbers that vertices of any type carry. */
  public VertexAttributes vertexAttributes() {
    return vertexTypes.stream()
        .map(Vertices::attributes)
        .reduce(VertexAttributes.NONE, VertexAttributes::or);
  }

  /** Number of the vertex type of a name; -1 if there is none. */
  public int vertexType(String name) {
    return vertexTypes.stream().map(Vertices::name).toList().indexOf(name);
  }

  /** True if the rows that enter a model are better fetched sparse: some types have such rows. */
  public boolean sparse() {
    final int dim = vertexTypes.stream().mapToInt(Vertices::featureDim).max().orElse(0);
    return vertexTypes.stream().anyMatch(type -> type.featureEntries > 0)
        && CsrRows.pays(featureEntries(), vertices, dim);
  }

  /**
   * How feature rows of vertices travel that are not {@link #sparse()}: as they are stored, but in
   * 32 bits where some types are kept sparse, which is always in 32.
   */
  public FeaturePrecision rowPrecision() {
    return vertexTypes.stream().anyMatch(type -> type.featureEntries > 0)
        ? FeaturePrecision.FLOAT32
        : featurePrecision;
  }

  /** Floats and indices that a row has when it is fetched sparse, on average. */
  public int sparseRowFloats() {
    return (int) (1 + 2 * featureEntries() / Math.max(1, vertices));
  }

  private long featureEntries() {
    return vertexTypes.stream()
        .mapToLong(
            type -> type.featureEntries > 0 ? type.featureEntries : type.count * type.featureDim)
        .sum();
  }

  /**
   * How the features of the current version of a graph are encoded, by vertex type; empty if there
   * is no such graph.
   *
   * @param versions of all graphs, the current one last
   */
  public static Map<String, FeatureEncoding> featureEncodings(
      List<GraphInfo> versions, String graph) {
    final Map<String, FeatureEncoding> kept = new HashMap<>();
    for (GraphInfo version : versions) {
      if (version.name().equals(graph)) {
        version.vertexTypes().forEach(type -> kept.put(type.name(), type.encoding()));
      }
    }
    return kept;
  }

  /** The same graph with its owner. */
  public GraphInfo ownedBy(Optional<String> user) {
    return new GraphInfo(
        name,
        version,
        cache,
        vertices,
        edges,
        partitions,
        partitioner,
        symmetrized,
        replicationFactor,
        vertexBalance,
        edgeBalance,
        featureDim,
        stringKeys,
        classNames,
        slabBytes,
        skippedEdges,
        vertexTypes,
        edgeTypes,
        inDegrees,
        exchangedBytes,
        heldOutEdges,
        user.orElse(null),
        partitionSizes,
        featurePrecision,
        partitionerReason,
        sealed,
        edgeRules,
        changedRows);
  }

  /** The same of which so many rows have changed since it follows its tables. */
  public GraphInfo changedBy(long rows) {
    return new GraphInfo(
        name,
        version,
        cache,
        vertices,
        edges,
        partitions,
        partitioner,
        symmetrized,
        replicationFactor,
        vertexBalance,
        edgeBalance,
        featureDim,
        stringKeys,
        classNames,
        slabBytes,
        skippedEdges,
        vertexTypes,
        edgeTypes,
        inDegrees,
        exchangedBytes,
        heldOutEdges,
        owner,
        partitionSizes,
        featurePrecision,
        partitionerReason,
        sealed,
        edgeRules,
        rows);
  }

  /**
   * The vertices of one type. A homogeneous graph has one type, {@code vertex}.
   *
   * @param name name of the type
   * @param count number of vertices
   * @param keys what their keys are
   * @param featureDim floats of a feature row, 0 for none
   * @param targets names of the numbers of a target row, classes of which a vertex may have several
   *     or columns of values
   * @param labels number of vertices with a label
   * @param classNames name of each class
   * @param keyLengths how long their keys are
   * @param encoding what was learned of the columns of features, for vertices that are added
   * @param featureEntries features that are not zero, if rows are kept sparse; 0 if they are dense
   * @param splits how many of each partition a job may learn of
   * @param attributes whole numbers that they carry
   */
  public record Vertices(
      String name,
      long count,
      KeyKind keys,
      int featureDim,
      List<String> targets,
      long labels,
      List<String> classNames,
      KeyLengths keyLengths,
      FeatureEncoding encoding,
      long featureEntries,
      SplitSizes splits,
      VertexAttributes attributes) {
    /**
     * Graphs that were stored before there were targets, keys were measured, features encoded,
     * splits counted, or vertices had times.
     */
    public Vertices {
      targets = targets == null ? List.of() : targets;
      keyLengths = keyLengths == null ? KeyLengths.UNKNOWN : keyLengths;
      encoding = encoding == null ? FeatureEncoding.NONE : encoding;
      splits = splits == null ? SplitSizes.UNKNOWN : splits;
      attributes = attributes == null ? VertexAttributes.NONE : attributes;
    }

    /** Vertices without targets, of which nobody has measured the keys. */
    public Vertices(
        String name,
        long count,
        KeyKind keys,
        int featureDim,
        long labels,
        List<String> classNames) {
      this(
          name,
          count,
          keys,
          featureDim,
          List.of(),
          labels,
          classNames,
          KeyLengths.UNKNOWN,
          FeatureEncoding.NONE,
          0,
          SplitSizes.UNKNOWN,
          VertexAttributes.NONE);
    }
  }

  /**
   * What the edges of a graph obey.
   *
   * @param noSelfLoops true if none leads from a vertex to itself
   * @param noDuplicates true if there is one of a type at most from a vertex to another
   */
  public record EdgeRules(boolean noSelfLoops, boolean noDuplicates) {
    /** Nothing is known. */
    public static final EdgeRules NONE = new EdgeRules(false, false);

    /** What is known of edges that obey these or others. */
    public EdgeRules and(EdgeRules others) {
      return new EdgeRules(noSelfLoops && others.noSelfLoops, noDuplicates && others.noDuplicates);
    }
  }

  /**
   * What each partition has.
   *
   * @param masters vertices that are theirs alone
   * @param vertices these and mirrors of others
   * @param edges edges
   * @param featureBytes of the bytes in the live tier, those of dense feature rows of vertices and
   *     edges, which a node may keep outside its heap
   * @param topologyBytes of the bytes in the live tier, those of lists of neighbours, mirrors and
   *     replicas, which a node may keep outside its heap
   */
  public record PartitionSizes(
      List<Long> masters,
      List<Long> vertices,
      List<Long> edges,
      List<Long> featureBytes,
      List<Long> topologyBytes) {
    /** Of a graph that was stored before they were kept. */
    public static final PartitionSizes UNKNOWN =
        new PartitionSizes(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Bytes of features and topology were not kept from the first on. */
    public PartitionSizes {
      featureBytes = featureBytes == null ? List.of() : featureBytes;
      topologyBytes = topologyBytes == null ? List.of() : topologyBytes;
    }
  }

  /**
   * How many vertices of one type each partition has that a job may learn of, by partition.
   *
   * @param labelled masters with a class, or all of them if they have targets
   * @param train masters to train on, by the split that came with the graph
   * @param valid masters that choose the best epoch
   * @param test masters that measure the result
   */
  public record SplitSizes(
      List<Long> labelled, List<Long> train, List<Long> valid, List<Long> test) {
    /** Of a graph that was stored before they were counted. */
    public static final SplitSizes UNKNOWN =
        new SplitSizes(List.of(), List.of(), List.of(), List.of());
  }

  /**
   * How long the keys of a vertex type are, in bytes: 8 of an integer, 16 of a UUID, those of UTF-8
   * of a string.
   *
   * @param bytes of all keys together
   * @param endBytes of the keys at the ends of all edges together: a key counts for each edge
   * @param longest of the longest key
   */
  public record KeyLengths(long bytes, long endBytes, int longest) {
    /** Of a graph that was stored before keys were measured. */
    public static final KeyLengths UNKNOWN = new KeyLengths(0, 0, 0);
  }

  /**
   * The edges of one type. A homogeneous graph has one type, {@code edge}.
   *
   * @param name name of the type
   * @param source vertex type they begin at
   * @param destination vertex type they end at
   * @param count number of edges
   * @param weight true if each has a weight
   * @param time true if each has a timestamp
   * @param featureDim floats of a feature row, 0 for none
   * @param classNames names of the classes of edges; empty if they have none
   * @param target true if an edge may have a number that is to be predicted
   */
  public record Edges(
      String name,
      String source,
      String destination,
      long count,
      boolean weight,
      boolean time,
      int featureDim,
      List<String> classNames,
      boolean target) {
    /** Graphs that were stored before edges had classes have none. */
    public Edges {
      classNames = classNames == null ? List.of() : classNames;
    }

    /**
     * The edges of a type.
     *
     * @param source name of the vertex type that they begin at
     * @param destination name of the vertex type that they end at
     */
    public static Edges of(EdgeType type, String source, String destination, long count) {
      return new Edges(
          type.name(),
          source,
          destination,
          count,
          type.attributes().weight(),
          type.attributes().time(),
          type.featureDim(),
          type.label().classNames(),
          type.label().target());
    }

    /** What may be known of an edge, to be learned. */
    public EdgeLabel label() {
      return EdgeLabel.of(classNames, target);
    }

    /** Edges without labels. */
    public Edges(
        String name,
        String source,
        String destination,
        long count,
        boolean weight,
        boolean time,
        int featureDim) {
      this(name, source, destination, count, weight, time, featureDim, List.of(), false);
    }
  }
}
