// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;
import io.graphember.schema.source.ReadMeter;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.SourceSplit;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.setting.Tag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every importer keeps, whoever calls it.
 *
 * @param <S> its settings
 */
public abstract class ImporterContract<S extends Record & SourceSettings> {
  @TempDir Path folder;
  private S source;

  /** The importer. */
  protected abstract Importer<S> importer();

  /**
   * Writes a source with vertices and edges into a folder, as far as it is in files; called once.
   *
   * @return settings without learned scales, with {@code data: .}
   */
  protected abstract S source(Path folder) throws IOException;

  /** Settings of a source that is not there; empty where that cannot be. */
  protected abstract Optional<S> missing();

  /** Tables of a cluster, where the source is in those. */
  protected Tables tables() {
    return Tables.NONE;
  }

  @BeforeEach
  void write() throws IOException {
    source = source(folder);
  }

  private ImportContext context() {
    return new ImportContext(folder, tables(), Map.of(), Cancellation.NEVER);
  }

  private ImportedGraph open() {
    return importer().open(source, context());
  }

  /** The bytes of all pieces, one after the other. */
  private static List<ByteBuffer> read(ImportedGraph graph, SourceSplit split) {
    Pieces pieces = new Pieces();
    graph.read(split, pieces, ReadMeter.silent());
    return pieces.bytes;
  }

  private static final class Pieces implements PieceSink {
    private final List<ByteBuffer> bytes = new ArrayList<>();

    private void take(Piece piece) {
      bytes.add(ByteBuffer.wrap(piece.encode()));
    }

    @Override
    public void vertices(VertexPiece piece) {
      take(piece);
    }

    @Override
    public void split(SplitPiece piece) {
      take(piece);
    }

    @Override
    public void edges(EdgePiece piece) {
      take(piece);
    }

    @Override
    public void heldOut(HeldOutPiece piece) {
      take(piece);
    }

    @Override
    public void assignment(AssignmentPiece piece) {
      take(piece);
    }
  }

  @Test
  void isFoundByTheTypeOfItsSettings() {
    assertThat(ServiceLoader.load(Importer.class).stream().map(ServiceLoader.Provider::type))
        .contains(importer().getClass().asSubclass(Importer.class));
    assertThat(importer().settings().getAnnotation(Tag.class).value()).matches("[a-z0-9-]+");
  }

  @Test
  void splitsCoverTheSourceOnce() {
    List<ByteBuffer> whole;
    try (GraphSource graph = GraphSource.open(source, context(), ReadProgress.NONE)) {
      Pieces pieces = new Pieces();
      graph.stream(pieces, Cancellation.NEVER);
      whole = pieces.bytes;
    }
    List<ByteBuffer> parts = new ArrayList<>();
    try (ImportedGraph graph = open()) {
      assertThat(graph.splits()).isNotEmpty().doesNotHaveDuplicates();
      graph.splits().forEach(split -> parts.addAll(read(graph, split)));
    }
    assertThat(parts).isNotEmpty().isEqualTo(whole);
  }

  @Test
  void theOrderOfSplitsIsFixed() {
    try (ImportedGraph one = open();
        ImportedGraph other = open()) {
      assertThat(one.splits()).isEqualTo(other.splits()).isEqualTo(one.splits());
      assertThat(one.splits()).extracting(SourceSplit::kind).isSorted();
      assertThat(one.header()).isEqualTo(other.header());
    }
  }

  @Test
  void aSplitReadAgainGivesTheSame() {
    try (ImportedGraph graph = open()) {
      for (SourceSplit split : graph.splits()) {
        assertThat(read(graph, split)).as(split.name()).isEqualTo(read(graph, split));
      }
    }
  }

  @Test
  void splitsAreReadAloneAndInAnyOrder() {
    List<SourceSplit> splits;
    List<List<ByteBuffer>> pieces = new ArrayList<>();
    try (ImportedGraph graph = open()) {
      splits = new ArrayList<>(graph.splits());
      splits.forEach(split -> pieces.add(read(graph, split)));
    }
    Collections.reverse(splits);
    Collections.reverse(pieces);
    for (int i = 0; i < splits.size(); i++) {
      try (ImportedGraph alone = open()) {
        assertThat(read(alone, splits.get(i))).isEqualTo(pieces.get(i));
      }
    }
  }

  /** A piece is all that an importer keeps of rows. */
  @Test
  void piecesAreBounded() {
    try (ImportedGraph graph = open()) {
      for (SourceSplit split : graph.splits()) {
        assertThat(read(graph, split))
            .allSatisfy(piece -> assertThat(piece.capacity()).isLessThan(2 * Piece.TARGET_BYTES));
      }
    }
  }

  @Test
  void aReadingEndsWhenItIsCancelled() {
    try (ImportedGraph graph = open()) {
      ReadMeter cancelled = ReadMeter.silent(() -> true);
      assertThatThrownBy(
              () -> {
                for (SourceSplit split : graph.splits()) {
                  graph.read(split, new Pieces(), cancelled);
                }
              })
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    }
  }

  @Test
  void whatIsNotThereIsAnErrorWithACode() {
    missing().ifPresent(this::requireRefused);
  }

  private void requireRefused(S settings) {
    assertThatThrownBy(
            () -> {
              try (ImportedGraph graph = importer().open(settings, context())) {
                graph.splits().forEach(split -> read(graph, split));
              }
            })
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER));
  }
}
