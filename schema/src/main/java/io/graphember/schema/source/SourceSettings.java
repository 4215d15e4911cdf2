// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.spi.setting.Tagged;
import org.jspecify.annotations.Nullable;

/**
 * Where a graph comes from: section {@code source} of a job. Its {@code type} names the {@link
 * Importer} that reads it, and the importer the record.
 */
@Tagged(value = "What is read: the name of an importer.", foundBy = Importer.class)
public interface SourceSettings {
  /** What happens to the features of vertices; nothing unless the settings say so. */
  default Normalize normalize() {
    return Normalize.NONE;
  }

  /** The folder that its files are in; null where there are none. */
  default @Nullable String data() {
    return null;
  }

  /** True for what any process reads, false for what is read through a client of the cluster. */
  default boolean outsideCluster() {
    return true;
  }
}
