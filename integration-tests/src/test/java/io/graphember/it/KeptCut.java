// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Cuts the graphs of {@link StoredJobs} as {@code adadne} of version 0.1.0 cut them: what is stored
 * is compared byte by byte, whatever {@code adadne} makes of them now. It is found while it is
 * {@linkplain #register registered}, so that no other test meets it.
 */
public final class KeptCut implements Partitioner {
  static final String NAME = "kept";

  /** Partition of each edge, of papers and of blocks. */
  private static final List<String> CUTS =
      List.of(
          "111001111110000101110001111100000111100000011100011111100111111000000111"
              + "000111111000000111000001110000001111000000011111000001000001111100000111"
              + "1100111010111100000011110111100001000111111000000011111000001111",
          "000000001000000001110100010100000000000011111111111100000111111111111110"
              + "111110001111111111111000000000101001110100000000111111111111111111100000"
              + "001000101101111101001000000010001010011000101010010111111000011011111101"
              + "0010000011000001000011101110111001000111");

  /** For the service loader. */
  public KeptCut() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the cut that is kept of version 0.1.0";
  }

  @Override
  public long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return 0;
  }

  @Override
  public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    final String cut =
        CUTS.stream().filter(one -> one.length() == edges.edges()).findFirst().orElseThrow();
    sink.assignEdges(cut.chars().map(c -> c - '0').toArray(), cut.length());
  }

  /** Lets the service loader find it. */
  static Registration register() throws IOException, URISyntaxException {
    final Path classes =
        Path.of(KeptCut.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    final Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    return new Registration(
        Files.writeString(services.resolve(Partitioner.class.getName()), KeptCut.class.getName()));
  }

  /**
   * What the service loader reads.
   *
   * @param file gone when it is closed
   */
  record Registration(Path file) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.delete(file);
    }
  }
}
