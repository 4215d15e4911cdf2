// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import io.graphember.config.SettingsDocument;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.Piece;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.ReadProgress;
import io.graphember.ingest.SourceSettings;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.spi.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong files of every format. Whatever is read from one is a piece that a node could take. */
class FileFuzzTest {
  private static final int INPUTS = 10_000;
  private static final long HEAP = 16L << 20;

  @TempDir Path folder;

  /** Files that are right together, and how they are read. */
  private final class Layout {
    private final Map<String, String> files = new LinkedHashMap<>();
    private final SourceSettings settings;
    private final Path base;

    Layout(String name, String source) {
      settings = SettingsDocument.parse("s", source).bind(SourceSettings.class);
      base = folder.resolve(name);
    }

    Layout file(String file, String text) {
      files.put(file, text);
      return this;
    }

    /** Writes all files. */
    Layout write(boolean compressed) throws IOException {
      for (String file : files.keySet()) {
        Files.createDirectories(base.resolve(file).getParent());
        Files.write(base.resolve(file), right(file, compressed));
      }
      return this;
    }

    private byte[] right(String file, boolean compressed) throws IOException {
      byte[] text = files.get(file).getBytes(StandardCharsets.UTF_8);
      return compressed ? gzip(text) : text;
    }

    /** Spoils one file, reads the graph, and puts the file right again. */
    void read(Mutator mutator, boolean compressed, boolean spoilText) throws IOException {
      String file = List.copyOf(files.keySet()).get(mutator.below(files.size()));
      byte[] right = right(file, compressed);
      byte[] wrong =
          compressed && spoilText
              ? gzip(mutator.bytes(files.get(file).getBytes(StandardCharsets.UTF_8)))
              : mutator.bytes(right);
      put(file, wrong);
      try (GraphSource source = GraphSource.open(settings, base, ReadProgress.NONE)) {
        source.stream(new Receiver(source.header()), Cancellation.NEVER);
        source.labelNames();
      } finally {
        put(file, right);
      }
    }

    /** A new file: overwriting makes some file systems wait for the disk. */
    private void put(String file, byte[] bytes) throws IOException {
      Files.deleteIfExists(base.resolve(file));
      Files.write(base.resolve(file), bytes);
    }
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  /** Takes pieces as a node does: from bytes. */
  private record Receiver(GraphHeader header) implements PieceSink {
    private void take(Piece piece) {
      if (Piece.decode(piece.encode(), header).rows() != piece.rows()) {
        throw new AssertionError("another piece: " + piece);
      }
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
  }

  private Layout table(String name, String keys, String delimiter, String separator) {
    return new Layout(
            name,
            "{format: csv, data: d, keys: KEYS, vertices: {file: v, delimiter: BY, key: id, label: class, features: ['w*'], split: split}, edges: {file: e, delimiter: BY, comment: '#'}}"
                .replace("KEYS", keys)
                .replace("BY", delimiter))
        .file(
            "d/v",
            "id,class,w1,w2,split\n1,a,0.5,1,train\n22,\"b,\"\"c\",-1e3,0,\n333,,7,.25,test\n"
                .replace(",", separator))
        .file("d/e", "# edges\nsrc,dst\n1,22\n22,333\n333,1\n".replace(",", separator));
  }

  private Layout splitFiles() {
    return new Layout(
            "lists",
            "{format: csv, data: d, edges: {file: e, header: false}, split: {train: train, test: test}}")
        .file("d/e", "1,2\n2,3\n3,1\n")
        .file("d/train", "1\n2\n")
        .file("d/test", "3\n");
  }

  private Layout ogbLayout() {
    return new Layout("ogb", "{format: ogb, data: d, normalize: row}")
        .file("d/raw/num-node-list.csv", "3\n")
        .file("d/raw/num-edge-list.csv", "2\n")
        .file("d/raw/edge.csv", "0,1\n1,2\n")
        .file("d/raw/node-feat.csv", "0,1\n0.5,0\n1e-3,-2\n")
        .file("d/raw/node-label.csv", "0\n1\n0\n")
        .file("d/split/s/train.csv", "0\n")
        .file("d/split/s/valid.csv", "1\n")
        .file("d/split/s/test.csv", "2\n");
  }

  @Test
  void delimited() throws IOException {
    Layout[] layouts = {
      table("commas", "int64", "','", ",").write(false),
      table("tabs", "string", "tab", "\t").write(false),
      splitFiles().write(false)
    };
    Mutator mutator = new Mutator(11);
    new Onslaught("csv and tsv", HEAP)
        .run(
            INPUTS,
            number -> layouts[number % layouts.length].read(mutator.at(number), false, false));
  }

  @Test
  void compressed() throws IOException {
    Layout layout = table("gz", "string", "','", ",").write(true);
    Mutator mutator = new Mutator(12);
    new Onslaught("gz", HEAP)
        .run(INPUTS, number -> layout.read(mutator.at(number), true, number % 2 == 0));
  }

  @Test
  void ogb() throws IOException {
    Layout layout = ogbLayout().write(false);
    Mutator mutator = new Mutator(13);
    new Onslaught("ogb", HEAP).run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }
}
