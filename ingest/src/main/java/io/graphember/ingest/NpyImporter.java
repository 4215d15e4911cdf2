// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

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
