// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** NumPy arrays. */
public final class NpyImporter implements Importer<NpySettings> {
  @Override
  public Class<NpySettings> settings() {
    return NpySettings.class;
  }

  @Override
  public ImportedGraph open(NpySettings settings, ImportContext context) {
    return ArrayGraph.npy(settings, context.base());
  }
}
