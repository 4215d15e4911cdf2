// SPDX-License-Identifier: Apache-2.0
/** Section {@code graph} of a job file: how a graph is cut and stored. */
package io.graphember.graph.settings;
