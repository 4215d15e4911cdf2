// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** Knowledge graphs. */
public final class TriplesImporter implements Importer<TriplesSettings> {
  @Override
  public Class<TriplesSettings> settings() {
    return TriplesSettings.class;
  }

  @Override
  public ImportedGraph open(TriplesSettings settings, ImportContext context) {
    return new TriplesGraph(settings, context);
  }
}
