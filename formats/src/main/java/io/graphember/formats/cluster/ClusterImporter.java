// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.TableGraph;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;
import java.util.List;

/** Tables and caches of the cluster. */
public final class ClusterImporter implements Importer<ClusterSettings> {
  @Override
  public Class<ClusterSettings> settings() {
    return ClusterSettings.class;
  }

  @Override
  public ImportedGraph open(ClusterSettings settings, ImportContext context) {
    return new TableGraph<>(
        settings, (section, place) -> place.table(context.tables(), section), List.of(), context);
  }
}
