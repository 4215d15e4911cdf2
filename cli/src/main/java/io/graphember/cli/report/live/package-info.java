// SPDX-License-Identifier: Apache-2.0
/** What follows a graph for people: graphs that follow their tables, models that follow graphs. */
@NullMarked
package io.graphember.cli.report.live;

import org.jspecify.annotations.NullMarked;
