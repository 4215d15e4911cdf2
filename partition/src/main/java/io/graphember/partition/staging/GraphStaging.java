// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.RowStorage;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.VertexSplits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes the pieces of a load: numbers vertices, maps the ends of edges, keeps columns. Memory is
 * taken from the budget as the columns grow.
 *
 * <p>Used by one thread at a time.
 */
public final class GraphStaging implements Staging {
  /** Largest number of classes. */
  public static final int MAX_CLASSES = 1 << 20;

  private final GraphSettings settings;
  private final GraphHeader header;
  private final long[] edgeRows; // of each edge type, that have come before: for messages
  private final boolean symmetrize;
  private final EdgeSchema edgeSchema;
  private final UnknownVertices unknownVertices;
  private final MemoryBudget.Reservation reservation;
  private final StagedVertices[] vertices;
  private final VertexColumns[] columns; // of each vertex type
  private final StagedEdges edges;
  private final StagedPairs pairs = new StagedPairs();
  private final boolean keepsEdges;
  private final StagedAssignment assignment = new StagedAssignment();
  private @Nullable BaseVersion base; // null for a graph of its own
  private long skippedEdges;
  private long skippedSplits;
  private long dropped; // edges that came and are not kept

  private GraphStaging(
      GraphSettings settings,
      GraphHeader header,
      MemoryBudget budget,
      RowStorage storage,
      boolean keepsEdges) {
    this.settings = settings;
    this.header = header;
    this.keepsEdges = keepsEdges;
    edgeRows = new long[header.edgeTypes().size()];
    symmetrize = settings.symmetrize();
    edgeSchema = new EdgeSchema(header, symmetrize);
    unknownVertices = settings.unknownVertices();
    final int types = header.vertexTypes().size();
    columns = new VertexColumns[types];
    Arrays.setAll(
        columns, t -> new VertexColumns(header.vertexType(t), this::requireRoom, storage));
    vertices = new StagedVertices[types];
    for (int t = 0; t < types; t++) {
      VertexType type = header.vertexType(t);
      vertices[t] = new StagedVertices(type, types == 1, this::requireRoom, columns[t]);
    }
    EdgeAttributes attributes =
        header.edgeTypes().stream()
            .map(EdgeType::attributes)
            .reduce(EdgeAttributes.NONE, EdgeAttributes::or);
    edges = new StagedEdges(new StagedValues(attributes, this::requireRoom, storage));
    reservation = budget.take(0, "Staging graph " + settings.name());
  }

  /** An empty staging area that keeps everything, and all rows in the heap; see below. */
  public GraphStaging(GraphSettings settings, GraphHeader header, MemoryBudget budget) {
    this(settings, header, budget, RowStorage.HEAP);
  }

  /**
   * An empty staging area that keeps everything.
   *
   * @param settings policy for unknown vertices, and whether edges are symmetrised
   * @param header what pieces look like
   * @param budget memory is taken from it until {@link #close()}
   * @param storage keeps rows of vertices and edges
   * @throws GraphemberException with code {@link GraphError#TYPE_NAME_TAKEN}
   */
  public GraphStaging(
      GraphSettings settings, GraphHeader header, MemoryBudget budget, RowStorage storage) {
    this(settings, header, budget, storage, true);
  }

  /** An empty staging area that keeps vertices, in the heap, and counts edges. */
  public static GraphStaging countingEdges(
      GraphSettings settings, GraphHeader header, MemoryBudget budget) {
    return new GraphStaging(settings, header, budget, RowStorage.HEAP, false);
  }

  /**
   * Says what all pieces are added to, before it is staged. A vertex of it that comes again gets
   * the label, split and features that come; edges are added to its edges.
   *
   * @param version the header of this staging area is {@link BaseVersion#header}
   */
  public void addTo(BaseVersion version) {
    base = version;
    for (int t = 0; t < columns.length; t++) {
      columns[t].baseClasses(version.classNames().get(t).size());
    }
  }

  /** True if there is a version that all pieces are added to. */
  public boolean based() {
    return base != null;
  }

  /** Name of each label number that vertices of a type have here. */
  public List<String> labelNames(int type, List<String> ofPieces) {
    List<String> names = new ArrayList<>(base != null ? base.classNames().get(type) : List.of());
    names.addAll(ofPieces);
    return names;
  }

  @Override
  public void vertices(VertexPiece piece) {
    vertices[piece.type()].labels().check(piece);
    vertices[piece.type()].add(piece);
    account();
  }

  @Override
  public void split(SplitPiece piece) {
    StagedVertices type = vertices[piece.type()];
    String who = "The " + piece.split().name().toLowerCase(Locale.ROOT) + " split";
    int[] found = numbers(type, piece.keys());
    int known = 0;
    for (int i = 0; i < piece.keys().size(); i++) {
      if (found[i] != KeyDictionary.ABSENT) {
        found[known++] = found[i];
      } else if (unknownVertices == UnknownVertices.SKIP) {
        skippedSplits++;
      } else {
        throw type.unknown(who, piece.keys(), i);
      }
    }
    type.split(piece.split(), found, known);
    account();
  }

  @Override
  public void edges(EdgePiece piece) {
    EdgeType type = header.edgeType(piece.type());
    if (keepsEdges && edgeCount() > EdgeTable.MAX_EDGES - piece.rows()) {
      throw EdgeTable.tooLarge(edgeCount() + piece.rows());
    }
    // Copied, since the destinations may be of the same type.
    int[] sources = Arrays.copyOf(numbers(vertices[type.source()], piece.sources()), piece.rows());
    int[] destinations = numbers(vertices[type.destination()], piece.destinations());
    int from = 0; // of the edges that are known and not added yet
    for (int i = 0; i < piece.rows(); i++) {
      if (sources[i] == KeyDictionary.ABSENT || destinations[i] == KeyDictionary.ABSENT) {
        if (unknownVertices != UnknownVertices.SKIP) {
          final boolean source = sources[i] == KeyDictionary.ABSENT;
          throw unknownEnd(
              "Row %d of ".formatted(edgeRows[piece.type()] + i + 1),
              piece.type(),
              source ? piece.sources() : piece.destinations(),
              i,
              source);
        }
        skippedEdges++;
        addEdges(piece, from, i, sources, destinations);
        from = i + 1;
      }
    }
    addEdges(piece, from, piece.rows(), sources, destinations);
    edgeRows[piece.type()] += piece.rows();
    account();
  }

  /** Takes edges that are held out: their ends are vertices, but nothing is sampled of them. */
  @Override
  public void heldOut(HeldOutPiece piece) {
    EdgeType type = header.edgeType(piece.type());
    int[] sources = Arrays.copyOf(numbers(vertices[type.source()], piece.sources()), piece.rows());
    int[] destinations = numbers(vertices[type.destination()], piece.destinations());
    int[] known = new int[piece.rows()];
    int count = 0;
    for (int i = 0; i < piece.rows(); i++) {
      if (sources[i] != KeyDictionary.ABSENT && destinations[i] != KeyDictionary.ABSENT) {
        known[count++] = i;
      } else if (unknownVertices == UnknownVertices.SKIP) {
        skippedEdges++;
      } else {
        final boolean source = sources[i] == KeyDictionary.ABSENT;
        throw unknownEnd(
            "A held-out row of ",
            piece.type(),
            source ? piece.sources() : piece.destinations(),
            i,
            source);
      }
    }
    for (int i = 0; keepsEdges && i < count; i++) {
      pairs.add(edgeSchema, piece.type(), piece.split(), sources[known[i]], destinations[known[i]]);
    }
    edgeRows[piece.type()] += piece.rows();
    account();
  }

  private void addEdges(EdgePiece piece, int from, int to, int[] sources, int[] destinations) {
    if (!keepsEdges) {
      dropped += to - from;
    } else if (from < to) {
      edges.add(piece, from, to, sources, destinations);
    }
  }

  /** Takes where another tool has put edges or vertices; rows about unknown ones are left out. */
  @Override
  public void assignment(AssignmentPiece piece) {
    if (!settings.partitioner().equals(AssignmentFiles.PARTITIONER) || based()) {
      throw noAssignmentTaken();
    }
    if (assignment.size() > EdgeTable.MAX_EDGES - piece.rows()) {
      throw EdgeTable.tooLarge(assignment.size() + piece.rows());
    }
    int[] sources = new int[0]; // of rows about vertices
    int vertexType = piece.type();
    if (piece.sources() != null) {
      EdgeType type = header.edgeType(piece.type());
      // Copied, since the destinations may be of the same type.
      sources = Arrays.copyOf(vertices[type.source()].find(piece.sources()), piece.rows());
      vertexType = type.destination();
    }
    int[] numbers = vertices[vertexType].find(piece.keys());
    int[] known = new int[piece.rows()];
    int count = 0;
    for (int row = 0; row < piece.rows(); row++) {
      if (numbers[row] != KeyDictionary.ABSENT
          && (!piece.ofEdges() || sources[row] != KeyDictionary.ABSENT)) {
        known[count++] = row;
      }
    }
    assignment.add(piece, known, count, sources, numbers);
    account();
  }

  /** What is said of rows of an assignment that nobody asked for. */
  public static GraphemberException noAssignmentTaken() {
    return new GraphemberException(
        GraphError.PIECE_MISMATCH,
        "Rows of edge or vertex and partition came, which only partitioner file takes, and only"
            + " for a whole graph.");
  }

  /** What is said of an assignment that is wrong. */
  public static GraphemberException wrongAssignment(GraphSettings settings, String why) {
    return new GraphemberException(
        GraphError.ASSIGNMENT_WRONG,
        "%s: %s."
            .formatted(
                String.join(", ", new TreeMap<>(settings.partitionerOptions()).values()), why));
  }

  /** What is said of a graph without vertices. */
  public static GraphemberException empty(GraphSettings settings) {
    return new GraphemberException(
        GraphError.GRAPH_EMPTY,
        "Graph %s has no vertices: the vertex and edge files hold no rows."
            .formatted(settings.name()));
  }

  /** True if a key that no vertex has becomes one. */
  public static boolean creates(GraphSettings settings, VertexType type) {
    return settings.unknownVertices() == UnknownVertices.CREATE || type.fromEdges();
  }

  /** What vertices of a type are called in messages. */
  public static String called(GraphHeader header, int type) {
    return called(header.vertexType(type), header.vertexTypes().size() == 1);
  }

  /**
   * The same.
   *
   * @param only true if the graph has no other vertex type
   */
  static String called(VertexType type, boolean only) {
    return only ? "vertex" : "vertex of type " + type.name();
  }

  /**
   * What is said of a key that no vertex has.
   *
   * @param who names it
   * @param what vertices of the type are called
   */
  public static GraphemberException unknown(String who, String what, String key) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "%s names %s %s, which no vertex row has; set graph.unknownVertices to skip or create to allow it."
            .formatted(who, what, key));
  }

  private String key(int vertex, VertexNumbering numbering) {
    final int type = numbering.type(vertex);
    KeyColumn.Builder key = new KeyColumn.Builder(vertices[type].type().keyKind());
    vertices[type].copyKey(vertex - numbering.start(type), key);
    return key.build().stringAt(0);
  }

  /** Which vertices jobs learn of, by the numbers of vertices, as long as this is open. */
  public VertexSplits splits(VertexNumbering numbering) {
    return vertex -> {
      final int type = numbering.type(vertex);
      return columns[type].split(vertex - numbering.start(type));
    };
  }

  /**
   * Where another tool has put the edges, all of which are here.
   *
   * @throws GraphemberException with code {@link GraphError#ASSIGNMENT_WRONG} if something has no
   *     row or two that differ
   */
  public GivenAssignment given(EdgeTable edges, VertexNumbering numbering) {
    if (!settings.partitioner().equals(AssignmentFiles.PARTITIONER)) {
      return GivenAssignment.EMPTY;
    }
    GivenPartitions given =
        assignment.numbered(
            numbering,
            settings.partitions(),
            !AssignmentFiles.of(settings.partitionerOptions()).ofEdges());
    assignment.clear();
    Optional<AssignmentFault> fault = given.fault(edges, VertexHomes.ALONE);
    if (fault.isPresent()) {
      throw wrongAssignment(settings, fault.get().text(vertex -> key(vertex, numbering)));
    }
    return given;
  }

  private GraphemberException unknownEnd(
      String row, int edgeType, KeyColumn keys, int edge, boolean source) {
    EdgeType type = header.edgeType(edgeType);
    String who = row + (header.edgeTypes().size() == 1 ? "the edges" : "edge type " + type.name());
    return vertices[source ? type.source() : type.destination()].unknown(who, keys, edge);
  }

  /** The number of each key; one that is not known becomes a vertex if the settings say so. */
  private int[] numbers(StagedVertices type, KeyColumn keys) {
    return creates(settings, type.type()) ? type.findOrCreate(keys) : type.find(keys);
  }

  private void account() {
    requireRoom(0);
  }

  private long stagedBytes() {
    return edges.bytes() + pairs.bytes() + assignment.bytes() + columnBytes();
  }

  /** Brings the reservation down to what the columns hold now. */
  public void fit() {
    requireRoom(0);
    reservation.shrinkTo(stagedBytes());
  }

  /** Brings the reservation up to what the columns hold now, and so many bytes more. */
  public void requireRoom(long moreBytes) {
    long bytes = moreBytes + stagedBytes();
    if (bytes > reservation.bytes()) {
      reservation.grow(bytes - reservation.bytes());
    }
  }

  /** Bytes of keys, labels, splits and features, as far as they are here. */
  long columnBytes() {
    long bytes = 0;
    for (StagedVertices type : vertices) {
      bytes += type.bytes();
    }
    return bytes;
  }

  public GraphHeader header() {
    return header;
  }

  /** Numbers of the vertices of a type. */
  public StagedVertices vertices(int type) {
    return vertices[type];
  }

  /** What is known of the vertices of a type, if it is kept here. */
  public VertexColumns columns(int type) {
    return columns[type];
  }

  public StagedEdges edges() {
    return edges;
  }

  /** Edges that are held out, if they are kept here. */
  public StagedPairs pairs() {
    return pairs;
  }

  /** How many held-out edges there are, without those that symmetrising makes. */
  public long heldOutEdges() {
    return pairs.came();
  }

  @Override
  public long rows() {
    return vertexCount() + edgeCount();
  }

  /**
   * Numbers all vertices through.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public VertexNumbering numbering() {
    if (vertexCount() > KeyDictionary.MAX_SIZE) {
      throw KeyDictionary.full();
    }
    int[] counts = new int[vertices.length];
    for (int t = 0; t < counts.length; t++) {
      counts[t] = vertices[t].size();
    }
    return new VertexNumbering(edgeSchema, counts);
  }

  /** Number of vertices so far. */
  public long vertexCount() {
    long count = 0;
    for (StagedVertices type : vertices) {
      count += type.size();
    }
    return count;
  }

  /** Number of edges that there will be at most, once those that came are symmetrised. */
  public long edgesToBe() {
    return symmetrize ? 2 * edgeCount() - edges.ranges().total() : edgeCount();
  }

  /** Number of edges so far, as they came. */
  public long edgeCount() {
    return edges.size() + dropped;
  }

  /** Edges left out because an end was unknown. */
  public long skippedEdges() {
    return skippedEdges;
  }

  /** Entries of splits left out because the key was unknown. */
  public long skippedSplits() {
    return skippedSplits;
  }

  /**
   * The edge types that a graph has once it is stored, those that symmetrising makes last.
   *
   * @throws GraphemberException with code {@link GraphError#TYPE_NAME_TAKEN}
   */
  public static List<EdgeType> storedTypes(GraphHeader header, boolean symmetrize) {
    return new EdgeSchema(header, symmetrize).types();
  }

  /** Number of vertices of a type so far. */
  public long vertexCount(int type) {
    return vertices[type].size();
  }

  /**
   * What is known of the vertices of a type; looks at each.
   *
   * @param targets true if a job learns their targets, false for their classes
   */
  public LabelCounts labelCounts(int type, boolean targets) {
    return columns[type].labelCounts(targets);
  }

  /** Takes memory for a further stage, until {@link #close()}. */
  public void take(long bytes) {
    reservation.grow(bytes);
  }

  /** Bytes that a further stage may take. */
  public long freeBytes() {
    return reservation.freeBytes();
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    reservation.close();
  }
}
