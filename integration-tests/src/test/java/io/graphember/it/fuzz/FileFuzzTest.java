// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import io.graphember.config.SettingsDocument;
import io.graphember.it.Npy;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
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
  private static final int INPUTS = Onslaught.INPUTS;
  private static final long HEAP = 16L << 20;

  /** The library keeps some 24 MB, as much after 10,000 files as after 30,000. */
  private static final long PARQUET_HEAP = 40L << 20;

  private static final Path PARQUET = Path.of("src/test/resources/parquet");

  @TempDir Path folder;

  /** Files that are right together, and how they are read. */
  private final class Layout {
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final SourceSettings settings;
    private final Path base;

    Layout(String name, String source) {
      settings = SettingsDocument.parse("s", source).bind(SourceSettings.class);
      base = folder.resolve(name);
    }

    Layout file(String file, String text) {
      return file(file, text.getBytes(StandardCharsets.UTF_8));
    }

    Layout file(String file, byte[] bytes) {
      files.put(file, bytes);
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
      return compressed ? gzip(files.get(file)) : files.get(file);
    }

    /** Spoils one file, reads the graph, and puts the file right again. */
    void read(Mutator mutator, boolean compressed, boolean spoilText) throws IOException {
      String file = List.copyOf(files.keySet()).get(mutator.below(files.size()));
      byte[] right = right(file, compressed);
      byte[] wrong =
          compressed && spoilText ? gzip(mutator.bytes(files.get(file))) : mutator.bytes(right);
      read(file, wrong);
    }

    /** Reads the graph with other bytes in a file, and puts the file right again. */
    void read(String file, byte[] wrong) throws IOException {
      final byte[] right = Files.readAllBytes(base.resolve(file));
      put(file, wrong);
      try (GraphSource source = GraphSource.open(settings, base, ReadProgress.NONE)) {
        source.stream(new Receiver(source.header()), Cancellation.NEVER);
        source.labelNames(0);
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

    @Override
    public void heldOut(HeldOutPiece piece) {
      take(piece);
    }
  }

  private Layout table(String name, String keys, String delimiter, String separator) {
    return new Layout(
            name,
            "{type: csv, data: d, keys: KEYS, vertices: {file: v, delimiter: BY, key: id, label: class, features: ['w*'], split: split}, edges: {file: e, delimiter: BY, comment: '#'}}"
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
            "{type: csv, data: d, edges: {file: e, header: false}, split: {train: train, test: test}}")
        .file("d/e", "1,2\n2,3\n3,1\n")
        .file("d/train", "1\n2\n")
        .file("d/test", "3\n");
  }

  private Layout types() {
    return new Layout(
            "typed",
            """
            type: csv
            data: d
            vertexTypes:
              - {name: author, file: a.csv, keys: uuid, key: id}
              - {name: paper, file: p.csv, key: id, label: topic, features: ['w*']}
            edgeTypes: [{name: writes, from: author, to: paper, file: w.csv}]
            """)
        .file("d/a.csv", "id\n123e4567-e89b-12d3-a456-426614174000\n")
        .file("d/p.csv", "id,topic,w1\n1,x,0.5\n2,,1\n")
        .file("d/w.csv", "a,p\n123e4567-e89b-12d3-a456-426614174000,2\n");
  }

  private Layout ogbLayout() {
    return new Layout("ogb", "{type: ogb, data: d, normalize: row}")
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
      splitFiles().write(false),
      types().write(false)
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

  @Test
  void arrays() throws IOException {
    Layout layout =
        new Layout("npy", "{type: npy, data: d, edges: e.npy, features: x.npy, labels: y.npy}")
            .file("d/e.npy", Npy.longs("(2, 3)", 0, 0, 2, 1, 2, 0))
            .file("d/x.npy", Npy.floats("(3, 2)", 0, 1, 0, 0, .5f, 5))
            .file("d/y.npy", Npy.longs("(3,)", 5, -1, 3))
            .write(false);
    Mutator mutator = new Mutator(14);
    new Onslaught("npy", HEAP).run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }

  /** Half of the inputs spoil an array before it is put into the archive. */
  @Test
  void archives() throws IOException {
    byte[] right = Npy.archive(Npy.matrices());
    Layout layout =
        new Layout("npz", "{type: npz, data: d, file: a.npz}").file("d/a.npz", right).write(false);
    List<String> names = List.copyOf(Npy.matrices().keySet());
    Mutator mutator = new Mutator(15);
    new Onslaught("npz", HEAP)
        .run(
            INPUTS,
            number -> {
              mutator.at(number);
              if (number % 2 == 0) {
                layout.read(mutator, false, false);
                return;
              }
              Map<String, byte[]> arrays = Npy.matrices();
              arrays.computeIfPresent(
                  names.get(mutator.below(names.size())), (name, bytes) -> mutator.bytes(bytes));
              layout.read("d/a.npz", Npy.archive(arrays));
            });
  }

  @Test
  void snap() throws IOException {
    Layout layout =
        new Layout("snap", "{type: snap, data: d, edges: {file: s.txt}}")
            .file("d/s.txt", "# Directed\n# From\tTo\n0\t1\n7  8 \r\n\n5 6\n9\t-3")
            .write(false);
    Mutator mutator = new Mutator(16);
    new Onslaught("snap", HEAP)
        .run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }

  @Test
  void triples() throws IOException {
    Layout layout =
        new Layout("triples", "{type: triples, data: d, train: t.txt, valid: v.txt, test: s.txt}")
            .file("d/t.txt", "/m/1\t/likes./of\t/m/2\n/m/2\t/knows\t/m/1\n\n")
            .file("d/v.txt", "/m/3\t/knows\t/m/2\r\n")
            .file("d/s.txt", "/m/3\t/sells\t/m/1")
            .write(false);
    Mutator mutator = new Mutator(19);
    new Onslaught("triples", HEAP)
        .run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }

  @Test
  void json() throws IOException {
    Layout layout =
        new Layout(
                "json",
                "{type: json, data: d, keys: string, vertices: {file: v, key: id, label: c, features: [x, y]}, edges: {file: e, source: s, destination: t}}")
            .file(
                "d/v",
                """
                {"id": "a", "c": "u", "x": 1, "y": 2}
                {"id": "b", "c": "v", "x": -1.5e3, "y": 0, "z": {"more": [1, [2]]}}
                {"id": "c", "c": null, "x": 0, "y": 7}
                """)
            .file("d/e", "{\"s\": \"a\", \"t\": \"b\"}\n{\"t\": \"c\", \"s\": \"b\"}\n")
            .write(false);
    Mutator mutator = new Mutator(18);
    new Onslaught("json", HEAP)
        .run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }

  @Test
  void parquet() throws IOException {
    Layout layout =
        new Layout(
                "parquet",
                "{type: parquet, data: d, keys: string, vertices: {file: v, key: id, label: c, features: [x, y]}, edges: {file: e}}")
            .file("d/v", Files.readAllBytes(PARQUET.resolve("v.parquet")))
            .file("d/e", Files.readAllBytes(PARQUET.resolve("e.parquet")))
            .write(false);
    Mutator mutator = new Mutator(17);
    new Onslaught("parquet", PARQUET_HEAP)
        .run(INPUTS, number -> layout.read(mutator.at(number), false, false));
  }
}
