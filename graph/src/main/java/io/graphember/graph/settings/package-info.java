// SPDX-License-Identifier: Apache-2.0
/** Section {@code graph} of a job file: how a graph is cut and stored. */
@NullMarked
package io.graphember.graph.settings;

import org.jspecify.annotations.NullMarked;
