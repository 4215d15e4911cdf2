// SPDX-License-Identifier: Apache-2.0
/** Classes of a cluster that has Graphember as a guest. */
package io.graphember.it.host;
