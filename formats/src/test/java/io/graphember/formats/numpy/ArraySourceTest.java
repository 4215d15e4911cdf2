// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import static io.graphember.formats.fixture.InputFiles.refused;
import static io.graphember.formats.fixture.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.graphember.formats.fixture.NpyBytes;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArraySourceTest {
  private static final String FILES =
      "{type: npy, data: g, edges: e.npy, features: x.npy, labels: y.npy}";
  private static final String EDGES = "{type: npy, data: g, edges: e.npy}";
  private static final String ARCHIVE =
      "{type: npz, data: g, file: a.npz," + " split: {train: train_mask, test: test_index}}";

  @TempDir Path base;
  private Path folder;

  @BeforeEach
  void writeGraph() {
    folder = base.resolve("g");
    write(folder, "e.npy", NpyBytes.of("<i8", "(2, 3)", 0, 0, 2, 1, 2, 0));
    write(folder, "x.npy", NpyBytes.of("<f8", "(3, 2)", 0, 1, 0, 0, .5, 5));
    write(folder, "y.npy", NpyBytes.of("<i8", "(3,)", 5, -1, 3));
    write(folder, "a.npz", NpyBytes.archive(NpyBytes.smallArchive()));
  }

  private static void check(Recorder graph) {
    assertThat(graph.header).isEqualTo(new GraphHeader(KeyKind.INT64, 2, true));
    assertThat(graph.vertices.keySet()).containsExactly("0", "1", "2");
    assertThat(graph.edges).containsExactly("0>1", "0>2", "2>0");
    assertThat(graph.features("0")).containsExactly(0, 1);
    assertThat(graph.features("1")).containsExactly(0, 0);
    assertThat(graph.features("2")).containsExactly(.5f, 5);
    assertThat(graph.label("0")).isEqualTo("5");
    assertThat(graph.label("1")).isNull();
    assertThat(graph.label("2")).isEqualTo("3");
  }

  /** Wide rows of a matrix that is sparse in the archive are sparse in pieces. */
  @Test
  void aSparseMatrixStaysSparse() {
    Map<String, byte[]> arrays = NpyBytes.smallArchive();
    arrays.put("attr_indices", NpyBytes.of("<i4", "(4,)", 1, 0, 1, 4713));
    arrays.put("attr_shape", NpyBytes.of("<i8", "(2,)", 3, 4714));
    write(folder, "a.npz", NpyBytes.archive(arrays));
    Recorder graph = Recorder.read(base, ARCHIVE);
    assertThat(graph.header.vertexType(0).featureDim()).isEqualTo(4714);
    assertThat(graph.features("0")[1]).isEqualTo(1);
    assertThat(graph.features("1")).containsOnly(0);
    assertThat(graph.features("2")[0]).isEqualTo(.5f);
    assertThat(graph.features("2")[4713]).isEqualTo(3);
    assertThat(graph.pieceBytes.get(0)).isLessThan(120);
  }

  @Test
  void filesAndArchiveGiveTheSameGraph() {
    check(Recorder.read(base, FILES));
    Recorder archived = Recorder.read(base, ARCHIVE);
    check(archived);
    assertThat(archived.splits)
        .containsOnlyKeys("0", "2")
        .containsEntry("0", Split.TRAIN)
        .containsEntry("2", Split.TEST);
    assertThat(archived.order).containsExactly("VertexPiece", "SplitPiece", "EdgePiece");
  }

  @Test
  void anArchiveMayHaveDenseRowsAndTargets() {
    Map<String, byte[]> arrays = NpyBytes.smallArchive();
    arrays.keySet().removeIf(name -> name.startsWith("attr_"));
    arrays.put("attr", NpyBytes.of("<f8", "(3, 2)", 0, 1, 0, 0, .5, 5));
    arrays.put("y", NpyBytes.of("<f4", "(3, 2)", 1, 0, 0, Double.NaN, 1, 1));
    arrays.put("s_data", NpyBytes.of("<f4", "(2,)", 1, 1));
    arrays.put("s_indices", NpyBytes.of("<i4", "(2,)", 1, 0));
    arrays.put("s_indptr", NpyBytes.of("<i4", "(4,)", 0, 1, 1, 2));
    arrays.put("s_shape", NpyBytes.of("<i8", "(2,)", 3, 2));
    write(folder, "a.npz", NpyBytes.archive(arrays));
    String yaml = "{type: npz, data: g, file: a.npz, labels: none, targets: %s}";

    Recorder dense = Recorder.read(base, yaml.formatted("y"));
    assertThat(dense.header.vertexType(0).targets()).containsExactly("1", "2");
    assertThat(dense.features("0")).containsExactly(0, 1, 1, 0);
    assertThat(dense.features("1")).containsExactly(0, 0, 0, Float.NaN);

    Recorder sparse = Recorder.read(base, yaml.formatted("s"));
    assertThat(sparse.features("0")).containsExactly(0, 1, 0, 1);
    assertThat(sparse.features("1")).containsExactly(0, 0, 0, 0);
    assertThat(sparse.features("2")).containsExactly(.5f, 5, 1, 0);

    refused(
        base,
        yaml.formatted("z"),
        InputError.INPUT_MISSING,
        "g/a.npz: there is no array z_shape in it, the nearest name is s_shape.");
  }

  @Test
  void targetsMayBeUnknown() {
    write(folder, "t.npy", NpyBytes.of("<f8", "(3, 1)", 2.5, Double.NaN, -1));
    Recorder graph = Recorder.read(base, FILES.replace("labels: y.npy", "targets: t.npy"));
    assertThat(graph.header.vertexType(0).targets()).containsExactly("1");
    assertThat(graph.features("0")).containsExactly(0, 1, 2.5f);
    assertThat(graph.features("1")).containsExactly(0, 0, Float.NaN);
    Recorder alone = Recorder.read(base, "{type: npy, data: g, edges: e.npy, targets: t.npy}");
    assertThat(alone.features("2")).containsExactly(-1);
    write(folder, "t.npy", NpyBytes.of("<f8", "(2, 1)", 2.5, 1));
    refused(
        base,
        FILES.replace("labels: y.npy", "targets: t.npy"),
        InputError.INPUT_COUNT_MISMATCH,
        "g/t.npy: it has 2 rows, but there are 3 vertices.");
    write(folder, "t.npy", NpyBytes.of("<i8", "(3,)", 1, 1, 0));
    refused(
        base,
        FILES.replace("labels: y.npy", "targets: t.npy"),
        InputError.INPUT_ARRAY_UNFIT,
        "g/t.npy: its shape is (3); targets must be rows x columns.");
  }

  @Test
  void edgesMayLieInEitherOrderAndType() {
    for (String type : List.of("<i1", "|i1", "<i2", "<i4", "<i8", ">i4", ">i8", "|u1", "<u4")) {
      write(folder, "e.npy", NpyBytes.of(type, "(3, 2)", 0, 1, 0, 2, 2, 0));
      check(Recorder.read(base, FILES));
      write(folder, "e.npy", NpyBytes.of(type, "(2, 3)", 0, 0, 2, 1, 2, 0));
      check(Recorder.read(base, FILES));
      write(folder, "e.npy", NpyBytes.of(type, true, "(3, 2)", 0, 0, 2, 1, 2, 0));
      check(Recorder.read(base, FILES));
      write(folder, "e.npy", NpyBytes.of(type, true, "(2, 3)", 0, 1, 0, 2, 2, 0));
      check(Recorder.read(base, FILES));
    }
    write(folder, "e.npy", NpyBytes.of("<i8", "(2, 2)", 1, 2, 3, 4));
    assertThat(Recorder.read(base, EDGES).edges).containsExactly("1>3", "2>4");
  }

  @Test
  void versionsOfTheHeaderAreRead() {
    byte[] data = Arrays.copyOfRange(NpyBytes.of("<i8", "(3,)", 5, -1, 3), 128, 152);
    for (int major = 1; major <= 3; major++) {
      write(
          folder,
          "y.npy",
          NpyBytes.raw(major, "{'descr': '<i8', 'fortran_order': False, 'shape': (3L,), }", data));
      check(Recorder.read(base, FILES));
    }
  }

  @Test
  void verticesComeFromTheEdgesOrTheSetting() {
    Recorder bare = Recorder.read(base, EDGES);
    assertThat(bare.vertices).isEmpty();
    assertThat(bare.header.vertexType(0).fromEdges()).isTrue();
    Recorder counted = Recorder.read(base, "{type: npy, data: g, edges: e.npy, vertices: 5}");
    assertThat(counted.vertices).hasSize(5);
    assertThat(counted.header.vertexType(0).fromEdges()).isFalse();
  }

  @Test
  void splitsAreMasksOrRowNumbers() {
    write(folder, "train.npy", NpyBytes.of("|b1", "(3,)", 1, 1, 0));
    write(folder, "test.npy", NpyBytes.of("<i4", "(1,)", 2));
    String yaml =
        FILES.substring(0, FILES.length() - 1) + ", split: {train: train.npy, test: test.npy}}";
    assertThat(Recorder.read(base, yaml).splits)
        .containsOnlyKeys("0", "1", "2")
        .containsEntry("1", Split.TRAIN)
        .containsEntry("2", Split.TEST);
    write(folder, "test.npy", NpyBytes.of("<i4", "(2,)", 2, 3));
    refused(
        base,
        yaml,
        InputError.INPUT_VERTEX_UNKNOWN,
        "g/test.npy: value 1 is 3; vertices are numbered 0 to 2.");
    write(folder, "test.npy", NpyBytes.of("|b1", "(2,)", 1, 1));
    refused(
        base,
        yaml,
        InputError.INPUT_COUNT_MISMATCH,
        "g/test.npy: it has 2 values, but there are 3 vertices.");
    write(folder, "test.npy", NpyBytes.of("<f4", "(1,)", 1));
    refused(
        base,
        yaml,
        InputError.INPUT_ARRAY_UNFIT,
        "g/test.npy: its values are of type f4; they must be integers.");
  }

  private void refusedFile(String file, byte[] bytes, InputError code, String why) {
    write(folder, file, bytes);
    refused(base, FILES, code, "g/" + file + ": " + why + ".");
    writeGraph();
  }

  @Test
  void everyRuleOfAnArrayIsChecked() {
    InputError damaged = InputError.INPUT_DAMAGED;
    byte[] good = NpyBytes.of("<i8", "(3,)", 5, -1, 3);
    String plain = "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }";
    String magic = "it does not begin with the magic bytes \\x93NUMPY of a .npy file";
    refusedFile("y.npy", new byte[0], damaged, magic);
    refusedFile("y.npy", "PK\3\4 and more".getBytes(), damaged, magic);
    byte[] version = good.clone();
    version[6] = 4;
    refusedFile("y.npy", version, damaged, "its format version is 4.0, known are 1.0, 2.0 and 3.0");
    refusedFile("y.npy", Arrays.copyOf(good, 40), damaged, "it ends inside its header");
    refusedFile(
        "y.npy",
        NpyBytes.raw(2, plain + " ".repeat(5000), new byte[24]),
        damaged,
        "its header takes 5108 bytes, more than 4096");
    refusedFile(
        "y.npy",
        Arrays.copyOf(good, 150),
        damaged,
        "its header, shape (3), promises 152 bytes, but it has 150");
    refusedFile(
        "y.npy",
        Arrays.copyOf(good, 160),
        damaged,
        "its header, shape (3), promises 152 bytes, but it has 160");
    refusedFile(
        "y.npy",
        NpyBytes.raw(1, "{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (3,), }", good),
        damaged,
        "its header is not that of a plain array: {'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (...");
    refusedFile(
        "y.npy",
        NpyBytes.raw(1, plain.replace("(3,)", "(99999999999, 99999999999)"), good),
        damaged,
        "its shape is (99999999999, 99999999999)");
    InputError unfit = InputError.INPUT_ARRAY_UNFIT;
    refusedFile(
        "y.npy",
        NpyBytes.raw(1, plain.replace("<i8", "|O"), good),
        unfit,
        "its values are of type |O; readable are b1, i1, i2, i4, i8, u1, u2, u4, f4, f8");
    refusedFile(
        "y.npy",
        NpyBytes.of("<f4", "(3,)", 0, 1, 2),
        unfit,
        "its values are of type f4; they must be integers");
    refusedFile(
        "y.npy",
        NpyBytes.of("<i4", "(3, 1)", 0, 1, 2),
        unfit,
        "its shape is (3, 1); it must have one dimension");
    refusedFile(
        "y.npy",
        NpyBytes.of("<i4", "(3,)", 0, -2, 2),
        InputError.INPUT_LABEL_UNKNOWN,
        "value 1 is -2; a class is 0 or more, -1 says there is none");
    refusedFile(
        "y.npy",
        NpyBytes.of("<i4", "(2,)", 0, 1),
        InputError.INPUT_COUNT_MISMATCH,
        "it has 2 rows, but there are 3 vertices");
    refusedFile(
        "e.npy",
        NpyBytes.of("<i4", "(3, 3)", 0, 1, 2, 0, 1, 2, 0, 1, 2),
        unfit,
        "its shape is (3, 3); edges must be 2 x E or E x 2");
    refusedFile(
        "e.npy",
        NpyBytes.of("<i4", "(2, 1)", 0, 3),
        InputError.INPUT_VERTEX_UNKNOWN,
        "value 1 is 3; vertices are numbered 0 to 2");
    refusedFile(
        "e.npy",
        NpyBytes.of("<f8", "(2, 1)", 0, 1),
        unfit,
        "its values are of type f8; they must be integers");
  }

  @Test
  void everyRuleOfFeaturesIsChecked() {
    InputError unfit = InputError.INPUT_ARRAY_UNFIT;
    refusedFile(
        "x.npy",
        NpyBytes.of("<i4", "(3, 2)", 0, 1, 2, 3, 4, 5),
        unfit,
        "its values are of type i4; features must be f4 or f8");
    refusedFile(
        "x.npy",
        NpyBytes.of("<f4", "(3,)", 0, 1, 2),
        unfit,
        "its shape is (3); features must be rows x columns");
    refusedFile(
        "x.npy",
        NpyBytes.of("<f4", true, "(3, 2)", 0, 1, 2, 3, 4, 5),
        unfit,
        "it is in Fortran order, column after column; save numpy.ascontiguousarray of it");
    refusedFile(
        "x.npy",
        NpyBytes.of("<f4", "(3, 2)", 0, 1, 2, Double.NaN, 4, 5),
        InputError.INPUT_NOT_FINITE,
        "row 1, column 1 is NaN; it must be a finite number in the range of a float");
    refusedFile(
        "x.npy",
        NpyBytes.of("<f8", "(3, 2)", 0, 1, 1e300, 1, 4, 5),
        InputError.INPUT_NOT_FINITE,
        "row 1, column 0 is 1.0E300; it must be a finite number in the range of a float");
  }

  private void refusedArchive(String array, byte[] bytes, InputError code, String message) {
    Map<String, byte[]> arrays = NpyBytes.smallArchive();
    if (bytes == null) {
      arrays.remove(array);
    } else {
      arrays.put(array, bytes);
    }
    write(folder, "a.npz", NpyBytes.archive(arrays));
    refused(base, ARCHIVE, code, message);
  }

  @Test
  void everyRuleOfAMatrixIsChecked() {
    InputError unfit = InputError.INPUT_ARRAY_UNFIT;
    refusedArchive(
        "adj_indptr",
        null,
        InputError.INPUT_MISSING,
        "g/a.npz: there is no array adj_indptr in it, the nearest name is attr_indptr.");
    refusedArchive(
        "adj_shape",
        NpyBytes.of("<i8", "(2,)", 3, 4),
        unfit,
        "g/a.npz, adj_indices.npy: the matrix of edges is 3 x 4; it must be square.");
    refusedArchive(
        "adj_shape",
        NpyBytes.of("<i8", "(2,)", -3, 4),
        unfit,
        "g/a.npz, adj_shape.npy: the matrix is -3 x 4.");
    refusedArchive(
        "adj_indptr",
        NpyBytes.of("<i4", "(3,)", 0, 2, 3),
        InputError.INPUT_COUNT_MISMATCH,
        "g/a.npz, adj_indptr.npy: it has 3 values, but there are 4 rows and an end.");
    refusedArchive(
        "adj_indptr",
        NpyBytes.of("<i4", "(4,)", 1, 2, 2, 3),
        unfit,
        "g/a.npz, adj_indptr.npy: value 0 is 1; the first row must begin at 0.");
    refusedArchive(
        "adj_indptr",
        NpyBytes.of("<i4", "(4,)", 0, 2, 1, 3),
        unfit,
        "g/a.npz, adj_indptr.npy: value 2 is 1; it must be 2 to 3.");
    refusedArchive(
        "adj_indptr",
        NpyBytes.of("<i4", "(4,)", 0, 2, 2, 2),
        unfit,
        "g/a.npz, adj_indptr.npy: value 3 is 2; the last row must end at 3.");
    refusedArchive(
        "attr_indices",
        NpyBytes.of("<i4", "(4,)", 1, 0, 2, 1),
        unfit,
        "g/a.npz, attr_indices.npy: value 2 is 2; columns are numbered 0 to 1.");
    refusedArchive(
        "attr_data",
        NpyBytes.of("<f4", "(3,)", 1, 1, 1),
        InputError.INPUT_COUNT_MISMATCH,
        "g/a.npz, attr_data.npy: it has 3 values, but there are 4 entries in attr_indices.");
    refusedArchive(
        "attr_data",
        NpyBytes.of("<f4", "(4,)", 1, Double.NEGATIVE_INFINITY, 1, 1),
        InputError.INPUT_NOT_FINITE,
        "g/a.npz, attr_data.npy: row 2, column 0 is -Infinity; it must be a finite number in the"
            + " range of a float.");
    refusedArchive(
        "labels",
        NpyBytes.of("<i4", "(3,)", 1, -5, 1),
        InputError.INPUT_LABEL_UNKNOWN,
        "g/a.npz, labels.npy: value 1 is -5; a class is 0 or more, -1 says there is none.");
    write(folder, "a.npz", "no archive".getBytes());
    refused(
        base, ARCHIVE, InputError.INPUT_DAMAGED, "g/a.npz: the archive is damaged or no zip file.");
  }

  /** An archive of a megabyte whose entry says, and is, four gigabytes of zeros. */
  @Test
  void aZipBombIsRefusedBeforeItInflates() {
    byte[] bytes = NpyBytes.archive(NpyBytes.smallArchive());
    ByteBuffer zip = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int directory = zip.getInt(bytes.length - 22 + 16);
    zip.putInt(directory + 24, 1 << 30); // the size that the directory gives for its first entry
    write(folder, "a.npz", bytes);
    assertThatThrownBy(() -> Recorder.read(base, ARCHIVE))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(InputError.INPUT_ZIP_BOMB)).isTrue())
        .hasMessageMatching(
            "g/a.npz, adj_data.npy: the entry would inflate from \\d+ bytes to 1073741824; the limit"
                + " is 17179869184 bytes, and 200 times what is stored above 268435456 bytes\\.");
  }

  /** Cuts a file when the first piece of it comes. */
  private final class Cutter implements PieceSink {
    private final Path file;

    Cutter(String file) {
      this.file = folder.resolve(file);
    }

    private void cut() {
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
        open.setLength(1000);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void vertices(VertexPiece piece) {
      cut();
    }

    @Override
    public void split(SplitPiece piece) {
      cut();
    }

    @Override
    public void edges(EdgePiece piece) {
      cut();
    }
  }

  private void shrinks(String yaml, String file) {
    try (GraphSource source = GraphSource.open(Recorder.settings(yaml), base, ReadProgress.NONE)) {
      assertThatThrownBy(() -> source.stream(new Cutter(file), Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(InputError.INPUT_SHRANK)).isTrue())
          .hasMessageMatching(
              "g/"
                  + file
                  + ": the file had \\d+ bytes when it was opened and has 1000 now; leave it alone"
                  + " while it is read\\.");
    }
  }

  @Test
  void aFileThatShrinksWhileItIsReadIsNamed() {
    double[] zeros = new double[1_000_000];
    write(folder, "e.npy", NpyBytes.of("<i4", "(500000, 2)", zeros));
    shrinks(EDGES, "e.npy");
    write(folder, "edges.csv", "a,b\n" + "1,2\n".repeat(500_000));
    shrinks("{type: csv, data: g, edges: {file: edges.csv}}", "edges.csv");
    double[] noise = new double[500_000];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = CounterRandom.bits(1, i) & 0xFF;
    }
    Map<String, byte[]> arrays = NpyBytes.smallArchive();
    arrays.put("adj_indices", NpyBytes.of("<i4", "(500000,)", noise));
    arrays.put("adj_data", NpyBytes.of("|u1", "(500000,)", noise));
    arrays.put("adj_shape", NpyBytes.of("<i8", "(2,)", 300, 300));
    double[] pointers = new double[301];
    Arrays.fill(pointers, 1, 301, 500_000);
    arrays.put("adj_indptr", NpyBytes.of("<i4", "(301,)", pointers));
    arrays.keySet().removeIf(name -> !name.startsWith("adj"));
    write(folder, "a.npz", NpyBytes.archive(arrays));
    shrinks("{type: npz, data: g, file: a.npz}", "a.npz");
  }

  /** Whatever is done to the bytes: the same graph, or one kind of error; no hang, no crash. */
  @Test
  void mutationsGiveOneKindOfError() {
    byte[] features = NpyBytes.of("<f8", "(3, 2)", 0, 1, 0, 0, .5, 5);
    byte[] archive = NpyBytes.archive(NpyBytes.smallArchive());
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      final boolean npz = i % 2 == 0;
      long key = CounterRandom.child(77, i);
      write(folder, npz ? "a.npz" : "x.npy", mutated(npz ? archive : features, key));
      try {
        Recorder.read(base, npz ? ARCHIVE : FILES);
      } catch (GraphemberException e) {
        assertThat(e.code()).startsWith("INPUT_");
        refused++;
      } catch (RuntimeException | Error e) {
        fail("mutation " + i, e);
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  private static byte[] mutated(byte[] good, long key) {
    byte[] bytes = good.clone();
    final int changes = 1 + CounterRandom.bounded(CounterRandom.bits(key, 0), 4);
    for (int c = 0; c < changes; c++) {
      long bits = CounterRandom.bits(key, 10 + c);
      int at = CounterRandom.bounded(CounterRandom.bits(key, 20 + c), bytes.length);
      switch ((int) (bits & 3)) {
        case 0 -> bytes[at] ^= (byte) (1 << (bits >>> 8 & 7));
        case 1 -> bytes[at] = (byte) (bits >>> 8);
        case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
        default -> {
          if (at + 4 <= bytes.length) {
            ByteBuffer.wrap(bytes).putInt(at, (bits & 16) == 0 ? -1 : Integer.MAX_VALUE);
          }
        }
      }
    }
    return bytes;
  }

  private void writeWithNames(byte[] names) {
    Map<String, byte[]> arrays = NpyBytes.smallArchive();
    arrays.put("class_names", names);
    write(folder, "a.npz", NpyBytes.archive(arrays));
  }

  private static void checkNames(Recorder graph) {
    assertThat(graph.label("0")).isEqualTo("Phys");
    assertThat(graph.label("1")).isNull();
    assertThat(graph.label("2")).isEqualTo("Z\u00fcrich");
  }

  @Test
  void classesHaveTheNamesOfAnArrayOfTheArchive() {
    String[] names = {"a", "b", "c", "Z\u00fcrich", "", "Phys"};
    writeWithNames(NpyBytes.texts("<U6", names));
    checkNames(Recorder.read(base, ARCHIVE));
    writeWithNames(NpyBytes.texts(">U9", names));
    checkNames(Recorder.read(base, ARCHIVE));
    writeWithNames(NpyBytes.texts("|S7", names));
    checkNames(Recorder.read(base, ARCHIVE));
  }

  @Test
  void classesHaveTheNamesOfAListOfTheJob() {
    String list = ", classNames: [a, b, c, Z\u00fcrich, d, Phys]}";
    writeWithNames(NpyBytes.texts("<U1", "1", "2", "3", "4", "5", "6"));
    checkNames(Recorder.read(base, ARCHIVE.substring(0, ARCHIVE.length() - 1) + list));
    checkNames(Recorder.read(base, FILES.substring(0, FILES.length() - 1) + list));
  }

  @Test
  void namesThatAreNoneAreRefused() {
    writeWithNames(NpyBytes.texts("<U1", "a", "b", "c"));
    refused(
        base,
        ARCHIVE,
        InputError.INPUT_LABEL_UNKNOWN,
        "g/a.npz, labels.npy: value 0 is 5; there are names of 3 classes, numbered from 0, in"
            + " source.classNames or the archive's array of names.");
    writeWithNames(NpyBytes.of("<i4", "(3,)", 1, 2, 3));
    refused(
        base,
        ARCHIVE,
        InputError.INPUT_ARRAY_UNFIT,
        "g/a.npz, class_names.npy: its values are of type <i4 in 1 dimensions; names of classes"
            + " are text, U or S, in 1 dimension, or a list in source.classNames.");
    writeWithNames(
        NpyBytes.raw(
            1, "{'descr': '<U9', 'fortran_order': False, 'shape': (99999,), }", new byte[0]));
    refused(
        base,
        ARCHIVE,
        InputError.INPUT_ARRAY_UNFIT,
        "g/a.npz, class_names.npy: it has 99999 names of up to 9 characters; at most 65536 of 4096"
            + " may be.");
    writeWithNames(
        NpyBytes.raw(1, "{'descr': '<U9', 'fortran_order': False, 'shape': (9,), }", new byte[9]));
    refused(
        base,
        ARCHIVE,
        InputError.INPUT_DAMAGED,
        "g/a.npz, class_names.npy: the archive is damaged or no zip file.");
  }
}
