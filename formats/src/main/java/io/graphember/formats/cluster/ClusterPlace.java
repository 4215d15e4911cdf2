// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.cluster;

import io.graphember.formats.table.TablePlace;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;

/**
 * A table of the cluster.
 *
 * @param query SQL whose rows are read; null for none
 * @param cache cache whose entries are read; null for none
 */
public record ClusterPlace(
    @Setting(value = "SQL whose rows are read.", optional = true) @NotEmpty String query,
    @Setting(
            value =
                "Cache whose entries are read, without SQL; columns are the fields of keys and"
                    + " values, _key and _val where these are no objects.",
            optional = true)
        @NotEmpty
        String cache)
    implements TablePlace, CrossChecked {
  @Override
  public String setting() {
    return "query";
  }

  @Override
  public boolean given() {
    return query != null || cache != null;
  }

  @Override
  public void check(Complaints complaints) {
    if (query != null && cache != null) {
      complaints.add("cache", "and query both say what is read; leave one out");
    }
  }
}
