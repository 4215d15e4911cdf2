// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** SciPy's matrices in a NumPy archive. */
public final class NpzImporter implements Importer<NpzSettings> {
  @Override
  public Class<NpzSettings> settings() {
    return NpzSettings.class;
  }

  @Override
  public ImportedGraph open(NpzSettings settings, ImportContext context) {
    return ArrayGraph.npz(settings, context.base());
  }
}
