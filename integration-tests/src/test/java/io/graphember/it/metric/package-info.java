// SPDX-License-Identifier: Apache-2.0
/** The metrics of nodes, as operators read them. */
package io.graphember.it.metric;
