// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.file.InputFolder;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.SourceSplit;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A knowledge graph: one vertex type {@value #ENTITY}, whose vertices come from the triples, and an
 * edge type for each relation, in the order in which they come first. The triples to train on are
 * edges; those that validate or test are held out. The relations are learned by a first reading of
 * all files, when the graph is opened.
 */
final class TriplesGraph implements ImportedGraph {
  /** Name of the vertex type. */
  static final String ENTITY = "entity";

  private final List<TripleFile> files;
  private final Relations relations;
  private final GraphHeader header;

  TriplesGraph(TriplesSettings settings, ImportContext context) {
    final InputFolder folder = new InputFolder(context.base(), settings.data());
    files =
        settings.files().given().entrySet().stream()
            .map(given -> find(given.getKey(), given.getValue(), folder, settings))
            .toList();
    relations = context.header().map(Relations::of).orElseGet(() -> learned(context));
    header =
        new GraphHeader(
            List.of(new VertexType(ENTITY, settings.keys(), 0, false, true)),
            relations.edgeTypes());
  }

  private static TripleFile find(
      Split split, String name, InputFolder folder, TriplesSettings settings) {
    final TableFile file = settings.text().place(name).open(folder, settings.text().encoding());
    return TripleFile.find(split, file, settings.columns());
  }

  private Relations learned(ImportContext context) {
    final Relations learned = new Relations();
    for (TripleFile triples : files) {
      triples.readRelations(learned, ReadMeter.silent(context.cancellation()));
    }
    if (learned.count() == 0) {
      throw new GraphemberException(
          InputError.INPUT_RELATION_UNFIT,
          files.get(0).file().name() + ": there is no triple, so there is no relation.");
    }
    return learned;
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  /** A file is a part of the edges of type 0, though it has edges of all types. */
  @Override
  public List<SourceSplit> splits() {
    return IntStream.range(0, files.size()).mapToObj(this::split).toList();
  }

  private SourceSplit split(int part) {
    final TableFile file = files.get(part).file();
    return new SourceSplit(SourceSplit.Kind.EDGES, 0, part, file.name(), file.bytes());
  }

  @Override
  public ExpectedSize expected() {
    return new ExpectedSize(new long[1], files.get(0).file().expectedRows(), false);
  }

  @Override
  public boolean givesTrainSplit() {
    return false; // splits are of triples
  }

  @Override
  public void read(SourceSplit split, PieceSink sink, ReadMeter meter) {
    final TripleFile triples = files.get(split.part());
    final PieceSink taker = triples.split() == Split.TRAIN ? sink : heldOut(triples.split(), sink);
    triples.read(relations, header.vertexType(0).keyKind(), new TripleBatch(header, taker), meter);
  }

  private static PieceSink heldOut(Split split, PieceSink sink) {
    return PieceSink.ofEdges(
        piece ->
            sink.heldOut(
                new HeldOutPiece(piece.type(), split, piece.sources(), piece.destinations())));
  }
}
