// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.disk;

import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.BaselineNode;

/**
 * Whether this node keeps no data, though it has a disk: it is outside of Ignite's baseline. It has
 * the settings of every cache on its disk nevertheless, and when it comes back, Ignite refuses it
 * if one of them was destroyed meanwhile; caches come and go with every job. So it forgets the
 * settings of ours at its next start, and hears of them when it joins. A cache of which it has a
 * partition is left alone, whatever the mark says.
 *
 * <p>The mark is the empty file {@value #FILE} in the folder of the node's caches.
 *
 * <p>Safe for use by several threads. One for each node.
 */
public final class OutsideBaseline {
  private static final String FILE = "graphember.outside";

  private final Ignite ignite;
  private final NodeFolder folder;
  private boolean marked; // as this run of the node has left it

  /** That of a node, which keeps caches on disk. */
  @Inject
  OutsideBaseline(Ignite ignite, NodeFolder folder) {
    this.ignite = ignite;
    this.folder = folder;
  }

  /**
   * Looks whether the node is in the baseline, which may change, and marks it.
   *
   * @throws UncheckedIOException if that cannot be written
   */
  public void look() {
    final Collection<BaselineNode> baseline = ignite.cluster().currentBaselineTopology();
    final Object self = ignite.cluster().localNode().consistentId();
    mark(
        baseline != null // it is once the cluster was activated
            && baseline.stream().noneMatch(node -> node.consistentId().equals(self)));
  }

  private synchronized void mark(boolean outside) {
    if (outside == marked) {
      return;
    }
    try {
      final Path file = folder.path().resolve(FILE);
      if (outside) {
        if (Files.notExists(file)) {
          Files.createFile(file);
        }
      } else {
        Files.deleteIfExists(file);
      }
      folder.force();
      marked = outside;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Removes the settings of caches if the node was marked, and the mark. Called before the node
   * looks which caches it has, and after it has locked its folder.
   *
   * @throws UncheckedIOException if they cannot be removed
   */
  public synchronized void removeSettings() {
    try {
      final Path file = folder.path().resolve(FILE);
      if (Files.notExists(file)) {
        return;
      }
      for (Path cache : folder.withoutPartitions()) {
        NodeFolder.delete(cache);
      }
      Files.delete(file);
      ignite
          .log()
          .info("Graphember: forgot the caches of a cluster in whose baseline this node was not");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
