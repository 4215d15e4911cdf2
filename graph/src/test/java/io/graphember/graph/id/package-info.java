// SPDX-License-Identifier: Apache-2.0
/** Tests of ids. */
package io.graphember.graph.id;
