// SPDX-License-Identifier: Apache-2.0
/** Graphs that are generated. */
package io.graphember.formats.generated;
