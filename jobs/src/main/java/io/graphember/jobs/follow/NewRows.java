// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.schema.source.Tables;

/**
 * Rows of the tables of a graph that are not in it: of edges and vertices that are new, and of
 * vertices as they are now.
 *
 * @param changes how many changes of tables were seen until the last of them; may be more than the
 *     rows, some of which were read already, or have changed twice
 * @param rows how many
 * @param vertices whether vertices are among them that were inserted
 * @param tables the tables of the graph with these rows alone
 */
public record NewRows(long changes, long rows, boolean vertices, Tables tables) {}
