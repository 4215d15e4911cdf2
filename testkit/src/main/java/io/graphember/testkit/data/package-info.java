// SPDX-License-Identifier: Apache-2.0
/** Graphs that tests run on. */
package io.graphember.testkit.data;
